"""A user's own lexicons: what they change, in every way of calling, and what is wrong with a file in one line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scrapy_denoise.blocks.lexicon import word_lists
from scrapy_denoise.files.sections import LineError

FINNISH = Path(__file__).parents[2] / "docs" / "examples" / "lexicon"
SPIDER = """
import scrapy
from scrapy_denoise import denoised

class Spider(scrapy.Spider):
    name = "silta"

    def parse(self, response):
        yield {"text": denoised(response).text}
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Reads the lexicons with a file of the user's own."""

    def read(name, text):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        monkeypatch.setenv(word_lists.FOLDER, str(tmp_path))
        word_lists._own.cache_clear()
        word_lists._own()
        return word_lists.sections(name)

    yield read
    word_lists._own.cache_clear()


def python(*argv, lexicon="", cwd=None):
    environment = {name: value for name, value in os.environ.items() if name != word_lists.FOLDER}
    if lexicon:
        environment[word_lists.FOLDER] = str(lexicon)
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, *map(str, argv)], capture_output=True, env=environment, cwd=cwd, timeout=120, check=False
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_own_words_stand_behind_those_of_the_package(own):
    packaged = word_lists._packaged("comment_titles")
    found = own("comment_titles", "\ufeff# Finnish\n\n[fi]\nKommentit\n[en]\nletters\n")
    assert found["fi"] == ["kommentit"]
    assert found["en"] == [*packaged["en"], "letters"]
    assert found["de"] == packaged["de"]


def test_capital_letters_stay_in_names_of_classes(own):
    assert own("consent_names", "[managers]\nKeksiDialogi")["managers"][-1] == "KeksiDialogi"


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("comment_titles", "kommentit\n", ", line 1: 'kommentit' stands in no section; begin with one such as [en]"),
        ("comment_titles", "[Finnish]\nx\n", ": there is no section [Finnish]; allowed: a language such as [fi]"),
        ("unread_lines", "[fi]\nx\n", ": there is no section [fi]; allowed: [headings] [advertisements]"),
        ("comment_titles", "[fi]\n\n---\n", ", line 3: '---' has no letter"),
        ("month_names", "[fi]\ntammi\n", ": [fi] needs 12 lines, one a month; it has 1"),
        ("date_forms", "[eras]\nera\n", ", line 2: 'era' is not a word and a number"),
        ("comment_names", "[alone]\nviesti(0\n", ", line 2: 'viesti(0' is not a class name such as comment-body-0"),
        ("deck_names", "[lead]\njohdanto2\n", ", line 2: 'johdanto2' is not letters with hyphens between them, as in"),
        ("comment_title", "[fi]\nx\n", " is not a lexicon that can be added to; those are acting_addresses, "),
        ("name_words", "[content]\njuttu\n", " is not a lexicon that can be added to; those are acting_addresses, "),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(own, tmp_path, name, text, error):
    with pytest.raises(LineError) as caught:
        own(name, text)
    assert str(caught.value).startswith(f"{tmp_path / name}.txt{error}")


def test_own_words_of_pictures_may_have_figures_marks_and_letters_of_any_script(tmp_path):
    words = "[decorative]\nfoto_2\nлоготип\n[stock]\nобложка2\n[member]\nпортрет\n"
    (tmp_path / "picture_words.txt").write_text(words, encoding="utf-8")
    asked = (
        "from scrapy_denoise.document.entries.record_pictures import _is_of_avatar as of_avatar\n"
        "from scrapy_denoise.document.pictures.pictures import _is_decoration as is_decoration\n"
        "at = 'https://pumps.example/'\n"
        "names = ('foto_2.png', 'foto_3.png', 'логотип.png')\n"
        "print(*(is_decoration(at + name) for name in names), of_avatar('/портрет/1'))"
    )
    assert python("-c", asked, lexicon=tmp_path) == (0, "True False True True\n", "")


def test_folders_that_have_no_lexicon(tmp_path, monkeypatch):
    for folder, error in (
        (tmp_path, "has no lexicon, such as comment_titles.txt"),
        (tmp_path / "x", "is not a folder"),
    ):
        monkeypatch.setenv(word_lists.FOLDER, str(folder))
        word_lists._own.cache_clear()
        with pytest.raises(LineError, match=f"^DENOISE_LEXICON: {folder} {error}$"):
            word_lists.sections("comment_titles")
    word_lists._own.cache_clear()


def test_the_library_and_the_command_line_and_its_processes(tmp_path):
    page = FINNISH / "silta.html"
    status, alone, _ = python("-m", "scrapy_denoise", "clean", page)
    assert (status, "Kommentit" in alone, "Lue myös" in alone) == (0, True, True)
    status, text, _ = python("-m", "scrapy_denoise", "clean", page, lexicon=FINNISH)
    assert status == 0
    assert text == "".join(alone.splitlines(True)[:3])
    code = (
        "import sys; from scrapy_denoise import denoise; result = denoise(open(sys.argv[1], 'rb').read());"
        "sys.stdout.buffer.write(result.text.encode()); assert result.metadata.authors == ('Aino Mäkinen',)"
    )
    assert python("-c", code, page, lexicon=FINNISH)[1].rstrip("\n") == text.rstrip("\n")
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(3):
        (pages / f"{number}.html").write_bytes(page.read_bytes())
    done = python("-m", "scrapy_denoise", "clean", pages, "-o", tmp_path / "out", "--jobs", 2, lexicon=FINNISH)
    assert done[0] == 0
    assert {path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir()} == {text}


def test_words_of_pictures_in_any_letters(tmp_path):
    """They are looked for before the patterns that have them are."""
    (tmp_path / "picture_words.txt").write_text(
        "[member]\nkuvani\n[classes]\nзначок\nkuva_2\n[beside]\nmy kuva\n[stock]\nлоготип\n[stock_endings]\n_v2\n",
        encoding="utf-8",
    )
    code = (
        "from scrapy_denoise.document.entries.record_pictures import _is_of_avatar\n"
        "from scrapy_denoise.document.pictures.lead_image import is_stock_picture\n"
        "from scrapy_denoise.document.pictures.pictures import _CLASS_WORDS, _is_of_page\n"
        "assert _is_of_avatar('/kuvani/7.png') and not _is_of_avatar('/kuva/7.png')\n"
        "assert _is_of_page('my kuva') and not _is_of_page('kuva')\n"
        "assert all(map(_CLASS_WORDS.may_be_in, ('значок', 'kuva_2', 'icon'))) and not _CLASS_WORDS.may_be_in('kuva')\n"
        "for name in ('логотип', '%D0%BB%D0%BE%D0%B3%D0%BE%D1%82%D0%B8%D0%BF', 'a_v2', 'logo'):\n"
        "    assert is_stock_picture(f'https://silta.example/{name}.png', '', ''), name\n"
        "assert not is_stock_picture('https://silta.example/a.png', '', '')\n"
    )
    assert python("-c", code, lexicon=tmp_path) == (0, "", "")


def test_a_mistake_is_one_line_on_the_command_line(tmp_path):
    (tmp_path / "comment_titles.txt").write_text("kommentit\n", encoding="utf-8")
    status, out, error = python("-m", "scrapy_denoise", "clean", FINNISH / "silta.html", lexicon=tmp_path)
    assert (status, out) == (2, "")
    assert error == (
        f"scrapy-denoise: error: {tmp_path / 'comment_titles.txt'}, line 1: 'kommentit' stands in no section; "
        "begin with one such as [en]\n"
    )


def test_a_scrapy_project_names_its_lexicons_before_anything_is_imported(tmp_path):
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = silta.settings\n", encoding="utf-8")
    project = tmp_path / "silta"
    project.mkdir()
    (project / "__init__.py").touch()
    settings = (
        "import os\n{}\nADDONS = {{'scrapy_denoise.Addon': 500}}\nSPIDER_MODULES = ['silta.spiders']\n"
        "DENOISE_STORE = 'memory'\nLOG_LEVEL = 'ERROR'\n"
    )
    named = f"os.environ.setdefault('DENOISE_LEXICON', {str(FINNISH)!r})"
    (project / "settings.py").write_text(settings.format(named), encoding="utf-8")
    address = (FINNISH / "silta.html").as_uri()
    (project / "spiders.py").write_text(f"{SPIDER}\n    start_urls = [{address!r}]\n", encoding="utf-8")
    status, _, error = python("-m", "scrapy", "crawl", "silta", "-O", "out.jsonl", cwd=tmp_path)
    assert (status, error) == (0, "")
    (item,) = map(json.loads, (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines())
    assert item["text"].startswith("Myllyn silta")
    assert "Kommentit" not in item["text"]
    (project / "settings.py").write_text(settings.format("DENOISE_LEXICON = 'words'"), encoding="utf-8")
    status, _, error = python("-m", "scrapy", "crawl", "silta", cwd=tmp_path)
    (line,) = error.splitlines()
    assert status == 1
    assert line.endswith(
        "CRITICAL: The crawl cannot start: DENOISE_LEXICON is 'words'; allowed: only an environment variable of this "
        "name, not a setting"
    )
