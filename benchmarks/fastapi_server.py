"""The rival of `./incrt serve`: FastAPI on uvicorn, onnxruntime with the exported model.

    ./incrt export --model DIR --format onnx --out model.onnx
    MODEL=DIR ONNX=model.onnx uvicorn --app-dir benchmarks fastapi_server:app --workers 2

`./incrt bench --only serving --python PATH` starts it with a worker for each processor. It answers `POST /predict` with
JSON as `./incrt serve` does. Needs fastapi, uvicorn (with uvloop and httptools, as `pip install uvicorn[standard]` brings
them), numpy and onnxruntime. Tokens and the linear model are those of examples/onnx_predict.py.

What is said in its favour: one thread to a worker, since a worker to a processor leaves no processor for a second; the
endpoint is a coroutine and computes in the event loop, since handing less than a millisecond to a thread costs more; the
answer is written by JSONResponse and not validated again.
"""

import json
import os
import pathlib
import sys

import fastapi
import numpy
import onnxruntime
import pydantic
import uvicorn
from fastapi.responses import JSONResponse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "examples"))
from onnx_predict import PADDING, UNKNOWN, Floor, Tokens, safetensors  # noqa: E402


class Question(pydantic.BaseModel):
    """One record or several."""

    text: str | None = None
    texts: list[str] | None = None


class Model:
    """Records in, probabilities out."""

    def __init__(self, folder, onnx):
        self.name = folder.name
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.labels = config["labels"]
        self.tokens = Tokens(config, json.loads((folder / "tokenizer.json").read_text(encoding="utf-8")))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
        names = [given.name for given in self.session.get_inputs()]
        if "letters" in names:
            sys.exit("models that read the letters of words are not served here")
        mixed = "floor" in names
        self.floor = Floor(config["floor"], safetensors(folder / "companions.safetensors")) if mixed else None
        about = json.loads(self.session.get_modelmeta().custom_metadata_map["tokens"])
        self.longest, self.multiple = about["maxLength"], about["multipleOf"]

    def predictions(self, texts):
        cut = [self.tokens.of(text) for text in texts]
        length = max(min(len(one), self.longest) for one in cut)
        given = numpy.full((len(cut), -(-length // self.multiple) * self.multiple), PADDING, dtype=numpy.int64)
        for row, one in zip(given, cut):
            row[: min(len(one), self.longest)] = one[: self.longest]
        inputs = {"tokens": given}
        if self.floor:
            inputs["floor"] = numpy.array([self.floor.of(text) for text in texts], dtype=numpy.float32)
        [answers] = self.session.run(["probabilities"], inputs)
        return [self.prediction(i, one, row.tolist()) for i, (one, row) in enumerate(zip(cut, answers), 1)]

    def prediction(self, number, tokens, row):
        order = sorted(range(len(row)), key=lambda i: -row[i])
        return {
            "id": str(number),
            "label": self.labels[order[0]],
            "probability": row[order[0]],
            "probabilities": {self.labels[i]: row[i] for i in order},
            "known": sum(token != UNKNOWN for token in tokens) / max(1, len(tokens)),
        }


model = Model(pathlib.Path(os.environ["MODEL"]), os.environ["ONNX"])
app = fastapi.FastAPI()


@app.post("/predict")
async def predict(question: Question) -> JSONResponse:
    texts = question.texts if question.texts else [question.text or ""]
    return JSONResponse({"model": model.name, "predictions": model.predictions(texts)})


@app.get("/about")
async def about() -> dict[str, str]:
    versions = f"FastAPI {fastapi.__version__}, uvicorn {uvicorn.__version__}"
    return {"name": f"{versions}, onnxruntime {onnxruntime.__version__}, Python {sys.version.split()[0]}"}
