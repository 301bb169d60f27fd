"""``--render``: a page as the system's Chromium draws it."""

import pytest
from helpers.browser import chromium_path, missing

from scrapy_denoise.cli.main import main

try:
    import playwright  # noqa: F401
except ImportError:
    missing("playwright is not installed: pip install 'scrapy-denoise[test]'")

STORY = "The river rose in the night, and by the morning the lower road was under water. " * 3
PAGE = (
    f"<!doctype html><meta charset=gbk><style>.h {{ display: none }}</style><h1>Water</h1><p>{STORY}</p>"
    f"<p class=h>Hidden. {STORY}</p><p id=more></p><script>more.textContent = '{STORY} 河水'</script>"
    "<img src=http://198.51.100.1/pixel.png>"
)


@pytest.fixture(autouse=True)
def browser():
    chromium_path()


def test_a_file_is_drawn_without_network(tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_bytes(PAGE.encode("gbk"))
    assert main(["clean", str(file), "--render"]) == 0
    text, errors = capsys.readouterr()
    assert text.count("The river rose") == 6
    assert "河水" in text
    assert "Hidden" not in text
    assert errors == ""
    assert main(["clean", str(file)]) == 0
    assert "Hidden" in capsys.readouterr().out


def test_what_cannot_be_drawn(tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert main(["clean", "--render", str(file)]) == 2
    assert main(["clean", "--render", "http://127.0.0.1:9/none"]) == 2
    assert main(["clean", "--render", str(file), str(file)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert ["no page that can be drawn" in errors[0], "is not drawn" in errors[1], "one page" in errors[2]] == [
        True
    ] * 3
