"""The network of INCRT and its training step in PyTorch, as the rival of `./incrt bench`.

Speaks lines of JSON: one line when it is ready, then one line for every line it is sent.

    {"torch": "2.10.0", "threads": 2}
    <- {"width": 256, "heads": 32, "length": 512, "batch": 8, "steps": 1, "settings": {...}}
    -> {"milliseconds": [441.2]}
    <- {"memory": true, ...the same...}
    -> {"milliseconds": [...], "residentBefore": 230000000, "residentPeak": 410000000}

One layer of K heads by one packed projection and scaled_dot_product_attention, pre-norm, mean and max pooling,
AdamW (fused), gradients clipped by their norm. It does not grow, and no Homeostat watches it.
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


class Network(nn.Module):
    """As io.incrt.model.Network with one layer of even heads."""

    def __init__(self, width, heads, settings):
        super().__init__()
        self.heads, self.dk = heads, settings["keyDimensions"]
        self.dropout = settings["dropout"]
        self.embedding = nn.Parameter(0.1 * torch.randn(settings["vocabulary"], width))
        self.positions = nn.Parameter(0.1 * torch.randn(settings["maxLength"], width))
        self.norm = nn.LayerNorm(width)
        self.projection = nn.Parameter(torch.randn(width, 3 * heads * self.dk) / width**0.5)
        self.output = nn.Parameter(0.1 * torch.randn(heads * self.dk, width) / width**0.5)
        self.final_norm = nn.LayerNorm(width)
        self.classifier = nn.Linear(2 * width, settings["classes"])

    def drop(self, x):
        return F.dropout(x, self.dropout, self.dropout > 0)

    def forward(self, tokens):
        batch, n = tokens.shape
        x = self.drop(F.embedding(tokens, self.embedding) + self.positions[:n])
        qkv = (self.norm(x) @ self.projection).view(batch, n, 3, self.heads, self.dk)
        q, k, v = (side.transpose(1, 2) for side in qkv.unbind(2))
        attended = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, n, -1)
        x = self.final_norm(x + self.drop(attended @ self.output))
        return self.classifier(self.drop(torch.cat([x.mean(1), x.amax(1)], 1)))


class Steps:
    """A network in training on random tokens."""

    def __init__(self, width, heads, length, batch, settings):
        torch.manual_seed(1)
        device = torch.get_default_device()
        self.settings = settings
        self.network = Network(width, heads, settings).to(device)
        decaying = [p for p in self.network.parameters() if p.dim() > 1]
        others = [p for p in self.network.parameters() if p.dim() < 2]
        self.optimizer = torch.optim.AdamW(
            [{"params": decaying}, {"params": others, "weight_decay": 0.0}],
            lr=settings["learningRate"],
            weight_decay=settings["weightDecay"],
            fused=True,
        )
        self.tokens = torch.randint(2, settings["vocabulary"], (batch, length))
        self.labels = torch.arange(batch) % settings["classes"]

    def step(self):
        start = time.perf_counter()
        unknown = torch.rand(self.tokens.shape, device=self.tokens.device) < self.settings["unknownRate"]
        narrow = self.settings.get("precision") == "BFLOAT16"
        with torch.autocast(self.tokens.device.type, torch.bfloat16, enabled=narrow):
            logits = self.network(self.tokens.masked_fill(unknown, 1))
        loss = F.cross_entropy(
            logits.float(), self.labels, label_smoothing=self.settings["labelSmoothing"]
        )
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings["clip"])
        self.optimizer.step()
        if self.tokens.device.type == "cpu":
            loss.item()
        return 1000 * (time.perf_counter() - start)

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.set_default_device(asked.device)
    answer({"torch": torch.__version__, "threads": torch.get_num_threads()})
    made, steps = None, None
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            size = (asked["width"], asked["heads"], asked["length"], asked["batch"])
            kind = (size, asked["settings"])
            reply = {}
            if asked.get("memory"):
                Steps(asked["width"], 1, 8, 1, asked["settings"]).step()
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
