"""QuarkClassification: models that are trained, tested, stored without pickle, and applied."""

import json
import pickle
import random
import zipfile

import pyarrow.parquet as pq
import pytest
from helpers.archive_bytes import members, record

from scrapy_denoise.cli import main as cli
from scrapy_denoise.corpus.analysis.page_classes import Classifier
from scrapy_denoise.corpus.input.pages import InputError

WORDS = {
    "weather": "rain storm cloud flood wind river thunder winter drought sunshine".split(),
    "kitchen": "butter onion garlic oven recipe flour pepper saucepan kettle vinegar".split(),
    "天气": "暴雨 洪水 台风 降雪 气温 干旱 寒潮 雷电".split(),
}


def text(label, seed, length=60):
    source = random.Random(f"{label} {seed}")
    return " ".join(source.choice(WORDS[label]) for _ in range(length))


def labelled(seeds):
    pairs = [(text(label, seed), label) for label in WORDS for seed in seeds]
    return [said for said, _ in pairs], [label for _, label in pairs]


def test_classes_are_learned():
    classifier = Classifier.train(*labelled(range(8)))
    scores = classifier.test(*labelled(range(8, 14)))
    assert (scores.pages, scores.accuracy, scores.macro_f1) == (18, 1.0, 1.0)
    assert classifier.classes == sorted(WORDS)
    ((label, probability),) = classifier.classify([text("天气", 99)])
    assert label == "天气"
    assert probability > 0.5
    assert classifier.classify([]) == []


def test_a_stored_model_is_the_same(tmp_path):
    classifier = Classifier.train(*labelled(range(5)))
    classifier.save(tmp_path / "model")
    texts, _ = labelled(range(5, 8))
    assert Classifier.load(tmp_path / "model").classify(texts) == classifier.classify(texts)


def test_labels_that_cannot_be_learned():
    with pytest.raises(InputError, match="at least two"):
        Classifier.train(["rain", "wind"], ["weather", "weather"])
    with pytest.raises(InputError, match="no words"):
        Classifier.train(["1 2", "3"], ["a", "b"])


@pytest.mark.parametrize("kind", ["text", "pickle", "zip", "other"])
def test_other_files_are_not_loaded(tmp_path, kind):
    path = tmp_path / "model"
    if kind == "text":
        path.write_text("model")
    elif kind == "pickle":
        path.write_bytes(pickle.dumps({"a": 1}))
    elif kind == "zip":
        with zipfile.ZipFile(path, "w") as package:
            package.writestr("schema.json", "{}")
    else:
        from skops import io

        io.dump({"a": 1}, path)
    with pytest.raises(InputError, match="not a model that corpus classify"):
        Classifier.load(path)
    with pytest.raises(InputError):
        Classifier.load(tmp_path / "gone")


def test_a_model_with_other_types_is_not_loaded(tmp_path):
    from skops import io

    io.dump({"a": random.Random(1)}, tmp_path / "model")
    with pytest.raises(InputError, match="not loaded"):
        Classifier.load(tmp_path / "model")


def test_the_command(tmp_path, capsys):
    pages, labels = [], []
    for number, (said, label) in enumerate(zip(*labelled(range(6)), strict=True)):
        url = f"http://a.example/{number}"
        words = said.split()
        body = "".join(f"<p>{' '.join(words[n : n + 20])}.</p>" for n in range(0, 60, 20))
        pages.append(record(url, f"<meta charset=utf-8><h1>Page {number}</h1><div>{body}</div>"))
        labels.append({"url": url, "label": label})
    (tmp_path / "x.warc.gz").write_bytes(members(*pages))
    (tmp_path / "labels.jsonl").write_text("\n".join(map(json.dumps, labels)), encoding="utf-8")
    folder, model, out = (str(tmp_path / name) for name in ("content", "model.skops", "classes.parquet"))
    classify = ["corpus", "classify"]
    named = ["--labels", str(tmp_path / "labels.jsonl"), "--model", model]
    assert cli.main(["corpus", "clean", str(tmp_path / "x.warc.gz"), "--out", folder, "--jobs", "1"]) == 0
    assert cli.main([*classify, "train", folder, *named]) == 0
    assert cli.main([*classify, "test", folder, *named]) == 0
    assert "18 pages: accuracy 1.000, macro F1 1.000" in capsys.readouterr().out
    assert cli.main([*classify, "apply", folder, "--model", model, "--out", out]) == 0
    found = {row["url"]: row["label"] for row in pq.read_table(out).to_pylist()}
    assert found == {row["url"]: row["label"] for row in labels}
    for arguments, why in (
        (["train", folder, "--model", model], "name them with --labels"),
        (["apply", folder, "--model", model], "name it with --out"),
        (["train", folder, "--model", model, "--labels", str(tmp_path / "gone")], "gone: No such file or directory"),
    ):
        assert cli.main([*classify, *arguments]) == 2
        assert why in capsys.readouterr().err
    (tmp_path / "bad.jsonl").write_text('{"url": "x"}\n')
    assert cli.main([*classify, "train", folder, "--model", model, "--labels", str(tmp_path / "bad.jsonl")]) == 2
    assert "bad.jsonl:1" in capsys.readouterr().err
