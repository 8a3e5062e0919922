"""The network of INCRT and its training step in PyTorch, as the rival of `./incrt bench`.

Speaks lines of JSON: one line when it is ready, then one line for every line it is sent.

    {"torch": "2.10.0", "threads": 2}
    <- {"width": 256, "heads": 32, "length": 512, "pooling": 1, "batch": 8, "steps": 1, "settings": {...}}
    -> {"milliseconds": [441.2]}
    <- {"memory": true, ...the same...}
    -> {"milliseconds": [...], "residentBefore": 230000000, "residentPeak": 410000000}
    <- {"check": {"weights": {...}, "tokens": [...], "labels": [...], "floors": [...]}, ...the same...}
    -> {"outputs": [...]}

One layer of K heads by one packed projection and scaled_dot_product_attention, pre-norm, mean and max pooling,
AdamW (fused), gradients clipped by their norm. As the settings say: convolutions and a feed-forward block
after the layer, positions counted from both ends, several tokens to a position, the answers of a linear model added
to the outputs, and an average of the weights. It does not grow, and no Homeostat watches it.

With --ddp it is one of several processes that train jointly by DistributedDataParallel on gloo, as RANK, WORLD_SIZE,
MASTER_ADDR and MASTER_PORT say: it makes so many steps of its share of the batch and says how long each took.

A check begins with given weights, makes so many steps, and answers with what the averaged weights say: it shows that
both sides compute the same function and the same step.
"""

import argparse
import json
import sys
import time


def answer(message):
    print(json.dumps(message), flush=True)


try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as problem:
    answer({"error": f"this Python has no PyTorch: {problem}"})
    sys.exit(0)


class Convolution(nn.Module):
    """As io.incrt.model.part.Convolution."""

    def __init__(self, width, reach, drop):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.kernel = nn.Conv1d(width, width, reach, padding="same")
        self.drop = drop

    def forward(self, x):
        return x + self.drop(self.kernel(self.norm(x).transpose(1, 2)).transpose(1, 2))


class FeedForward(nn.Module):
    """As io.incrt.model.part.FeedForward."""

    def __init__(self, width, hidden, drop):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, hidden)
        self.down = nn.Linear(hidden, width, bias=False)
        self.drop = drop

    def forward(self, x):
        return x + self.drop(self.down(F.relu(self.up(self.norm(x)))))


class Network(nn.Module):
    """As io.incrt.model.Network with one layer of even heads."""

    def __init__(self, width, heads, pooling, settings):
        super().__init__()
        self.heads, self.dk, self.pooling = heads, settings["keyDimensions"], pooling
        self.drop = nn.Dropout(settings["dropout"])
        self.embedding = nn.Parameter(0.1 * torch.randn(settings["vocabulary"], width))
        self.positions = nn.Parameter(0.1 * torch.randn(settings["maxLength"], width))
        self.ends = nn.Parameter(0.1 * torch.randn(settings["maxLength"], width)) if settings["bothEnds"] else None
        self.convolutions = nn.Sequential(*(Convolution(width, w, self.drop) for w in settings["convolutions"]))
        self.norm = nn.LayerNorm(width)
        self.projection = nn.Parameter(torch.randn(width, 3 * heads * self.dk) / width**0.5)
        self.output = nn.Parameter(0.1 * torch.randn(heads * self.dk, width) / width**0.5)
        hidden = settings["feedForward"] * width
        self.feed_forward = FeedForward(width, hidden, self.drop) if hidden else nn.Identity()
        self.final_norm = nn.LayerNorm(width)
        self.classifier = nn.Linear(2 * width, settings["classes"])

    def embedded(self, tokens):
        if self.pooling == 1:
            x = F.embedding(tokens, self.embedding)
        else:
            bags = tokens.reshape(-1, self.pooling)
            x = F.embedding_bag(bags, self.embedding, mode="mean", padding_idx=0)
            x = x.view(len(tokens), -1, x.shape[1])
        n = x.shape[1]
        x = x + self.positions[:n]
        return x if self.ends is None else x + self.ends[:n].flip(0)

    def forward(self, tokens, floor=None):
        x = self.drop(self.embedded(tokens))
        batch, n, _ = x.shape
        qkv = (self.norm(x) @ self.projection).view(batch, n, 3, self.heads, self.dk)
        q, k, v = (side.transpose(1, 2) for side in qkv.unbind(2))
        attended = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, n, -1)
        x = self.convolutions(x + self.drop(attended @ self.output))
        x = self.feed_forward(x)
        x = self.final_norm(x)
        outputs = self.classifier(self.drop(torch.cat([x.mean(1), x.amax(1)], 1)))
        return outputs if floor is None else outputs + floor

    def load(self, weights):
        """Takes the weights as INCRT names them and lays them out."""
        given = {name: torch.tensor(one["values"]).view(one["shape"]) for name, one in weights.items()}
        norms = {"layer.0.": self.norm, "": self.final_norm}
        sources = {
            "embedding": self.embedding,
            "positions": self.positions,
            "positions.end": self.ends,
            "classifier.weight": self.classifier.weight,
            "classifier.bias": self.classifier.bias,
        }
        for i, convolution in enumerate(self.convolutions):
            name = f"convolution.{i}."
            norms[name] = convolution.norm
            sources[name + "offset"] = convolution.kernel.bias
            sources[name + "kernel"] = convolution.kernel.weight
            out, wide = given[name + "kernel"].shape
            given[name + "kernel"] = given[name + "kernel"].view(out, wide // out, out).transpose(1, 2)
        if isinstance(self.feed_forward, FeedForward):
            norms["forward.0."] = self.feed_forward.norm
            sources["forward.0.up"] = self.feed_forward.up.weight
            sources["forward.0.offset"] = self.feed_forward.up.bias
            sources["forward.0.down"] = self.feed_forward.down.weight
        for prefix, norm in norms.items():
            sources[prefix + "norm.gain"], sources[prefix + "norm.bias"] = norm.weight, norm.bias
        sides = {side: [given.pop(f"layer.0.head.{h}.{side}") for h in range(self.heads)] for side in ("q.0", "k.0", "v", "o")}
        given["projection"] = torch.cat([head for side in ("q.0", "k.0", "v") for head in sides[side]], 1)
        given["output"] = torch.cat(sides["o"], 0)
        sources["projection"], sources["output"] = self.projection, self.output
        given.pop("floor.mix", None)
        sources = {name: own for name, own in sources.items() if own is not None}
        if sources.keys() != given.keys():
            raise ValueError(f"weights of other parts: {sorted(sources.keys() ^ given.keys())}")
        with torch.no_grad():
            for name, own in sources.items():
                own.copy_(given[name])


class Steps:
    """A network in training on random tokens."""

    def __init__(self, width, heads, length, pooling, batch, settings):
        torch.manual_seed(1)
        device = torch.get_default_device()
        self.settings = settings
        self.network = Network(width, heads, pooling, settings).to(device)
        self.parameters = list(self.network.parameters())
        decaying = [p for p in self.parameters if p.dim() > 1]
        others = [p for p in self.parameters if p.dim() < 2]
        self.optimizer = torch.optim.AdamW(
            [{"params": decaying}, {"params": others, "weight_decay": 0.0}],
            lr=settings["learningRate"],
            weight_decay=settings["weightDecay"],
            fused=True,
        )
        self.averages = None
        self.made = 0
        self.tokens = torch.randint(2, settings["vocabulary"], (batch, length * pooling))
        self.labels = torch.arange(batch) % settings["classes"]
        self.floors = torch.log_softmax(torch.randn(batch, settings["classes"]), 1) if settings["floor"] else None

    def step(self):
        start = time.perf_counter()
        unknown = torch.rand(self.tokens.shape, device=self.tokens.device) < self.settings["unknownRate"]
        narrow = self.settings.get("precision") == "BFLOAT16"
        with torch.autocast(self.tokens.device.type, torch.bfloat16, enabled=narrow):
            logits = self.network(self.tokens.masked_fill(unknown, 1), self.floors)
        loss = F.cross_entropy(
            logits.float(), self.labels, label_smoothing=self.settings["labelSmoothing"]
        )
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.parameters, self.settings["clip"])
        self.optimizer.step()
        self.average()
        if self.tokens.device.type == "cpu":
            loss.item()
        return 1000 * (time.perf_counter() - start)

    @torch.no_grad()
    def average(self):
        """Takes the weights after a step into their average."""
        decay = self.settings["average"]
        if decay:
            if self.averages is None:
                self.averages = [p.detach().clone() for p in self.parameters]
            share = 1 - min(decay, (1 + self.made) / (10 + self.made))
            torch._foreach_lerp_(self.averages, self.parameters, share)
            self.made += 1

    def block(self, count):
        """The time of each step; on a GPU, which is not waited for in between, their mean."""
        if self.tokens.device.type == "cpu":
            return [self.step() for _ in range(count)]
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(count):
            self.step()
        torch.cuda.synchronize()
        return [1000 * (time.perf_counter() - start) / count]

    def check(self, given, count):
        """What the averaged weights say after so many steps from given weights on."""
        self.network.load(given["weights"])
        self.tokens, self.labels = torch.tensor(given["tokens"]), torch.tensor(given["labels"])
        self.floors = torch.tensor(given["floors"]) if self.settings["floor"] else None
        for _ in range(count):
            self.step()
        with torch.no_grad():
            for own, average in zip(self.parameters, self.averages or self.parameters):
                own.copy_(average)
            return self.network.eval()(self.tokens, self.floors).tolist()


def resident(field):
    """VmRSS (now) or VmHWM (at most so far) in bytes; 0 where the system does not say."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith(field + ":"):
                    return 1024 * int(line.split()[1])
    except OSError:
        pass
    return 0


def train_jointly(asked):
    """Steps of one of several processes, after some that are not counted."""
    from torch import distributed
    from torch.nn.parallel import DistributedDataParallel

    distributed.init_process_group("gloo")
    batch = asked["batch"] // distributed.get_world_size()
    steps = Steps(asked["width"], asked["heads"], asked["length"], asked["pooling"], batch, asked["settings"])
    steps.network = DistributedDataParallel(steps.network)
    steps.block(asked["warmUp"])
    distributed.barrier()
    times = steps.block(asked["steps"])
    if distributed.get_rank() == 0:
        answer({"milliseconds": times})
    distributed.destroy_process_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    parser.add_argument("--ddp", metavar="JSON")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.set_default_device(asked.device)
    if asked.ddp:
        train_jointly(json.loads(asked.ddp))
        return
    answer({"torch": torch.__version__, "threads": torch.get_num_threads()})
    made, steps = None, None
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            size = (asked["width"], asked["heads"], asked["length"], asked["pooling"], asked["batch"])
            kind = (size, asked["settings"])
            reply = {}
            if "check" in asked:
                answer({"outputs": Steps(*size, asked["settings"]).check(asked["check"], asked["steps"])})
                continue
            if asked.get("memory"):
                Steps(asked["width"], 1, 8, 1, 1, asked["settings"]).step()
                reply["residentBefore"] = resident("VmRSS")
            if made != kind or asked.get("memory"):
                steps = None
                made, steps = kind, Steps(*size, asked["settings"])
                steps.step()
                steps.step()
            reply["milliseconds"] = steps.block(asked["steps"])
            if asked.get("memory"):
                reply["residentPeak"] = resident("VmHWM")
            answer(reply)
        except (KeyError, ValueError, RuntimeError) as problem:
            answer({"error": f"{type(problem).__name__}: {problem}"})


main()
