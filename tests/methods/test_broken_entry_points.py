"""Methods of other packages that cannot be loaded."""

import json

import pytest
from scrapy.settings import Settings

from scrapy_denoise.cli import main as cli
from scrapy_denoise.crawl.setting_values import SettingError
from scrapy_denoise.crawl.settings import DenoiseSettings
from scrapy_denoise.methods import BrokenMethodError, get_method, method_names

POINTS = {
    "gone": "no_such_module_anywhere:Method",
    "raises": "broken_methods:Raises",
    "exits": "broken_methods_that_exit:Method",
    "unmade": "broken_methods:Unmade",
    "number": "broken_methods:NUMBER",
    "missing": "broken_methods:Missing",
    "syntax": "broken_methods_syntax:Method",
}


@pytest.fixture
def broken(tmp_path, monkeypatch):
    folder = tmp_path / "site-packages"
    info = folder / "broken_methods-1.5.dist-info"
    info.mkdir(parents=True)
    (folder / "broken_methods.py").write_text(
        "NUMBER = 7\nclass Raises:\n    def __init__(self): raise KeyError('x')\nclass Unmade:\n    pass\n"
    )
    (folder / "broken_methods_that_exit.py").write_text("raise SystemExit(3)\n")
    (folder / "broken_methods_syntax.py").write_text("def (\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-methods\nVersion: 1.5\n")
    points = "\n".join(f"{name} = {value}" for name, value in POINTS.items())
    (info / "entry_points.txt").write_text(f"[scrapy_denoise.methods]\n{points}\n")
    monkeypatch.syspath_prepend(folder)


@pytest.mark.parametrize("name", POINTS)
def test_one_that_is_asked_for_is_refused_in_a_sentence(broken, capsys, tmp_path, name):
    assert name in method_names()
    with pytest.raises(BrokenMethodError, match=f"method '{name}' of broken-methods cannot be loaded: "):
        get_method(name)
    page = tmp_path / "page.html"
    page.write_text("<p>It rained.")
    corpus = tmp_path / "corpus"
    (corpus / "html" / "a.example").mkdir(parents=True)
    (corpus / "gold" / "a.example").mkdir(parents=True)
    (corpus / "html" / "a.example" / "1.html").write_text("<p>It rained.")
    (corpus / "gold" / "a.example" / "1.txt").write_text("It rained.")
    for argv in (["clean", page, "--method", name], ["eval", corpus, "--methods", name, "--peers"]):
        assert cli.main([str(one) for one in argv]) == 2
        error = capsys.readouterr().err
        assert f"method '{name}' of broken-methods cannot be loaded: " in error
        assert "Traceback" not in error
        assert error.count("\n") == 1
    with pytest.raises(SettingError, match=f"DENOISE_METHOD is '{name}'.*cannot be loaded"):
        DenoiseSettings.read(Settings({"DENOISE_METHOD": name}))


def test_others_are_left_out_and_named(broken, capsys, tmp_path):
    corpus = tmp_path / "corpus"
    (corpus / "html" / "a.example").mkdir(parents=True)
    (corpus / "gold" / "a.example").mkdir(parents=True)
    for number in range(2):
        (corpus / "html" / "a.example" / f"{number}.html").write_text(f"<p>It rained in the valley all day. {number}")
        (corpus / "gold" / "a.example" / f"{number}.txt").write_text(f"It rained in the valley all day. {number}")
    assert cli.main(["eval", str(corpus), "--peers", "--siblings", "0", "--format", "json", "--jobs", "1"]) == 0
    found = capsys.readouterr()
    assert [name for name in POINTS if f"left out: method '{name}' of broken-methods" in found.err] == list(POINTS)
    assert not any(f'"{name}"' in found.out for name in POINTS)
    assert "auto" in json.dumps(json.loads(found.out))
    assert DenoiseSettings.read(Settings()).method == "auto"
