"""Bytes to text: each encoding that pages are written in, with the right label, without one and with a wrong one."""

import pytest
from scrapy.http import HtmlResponse

from scrapy_denoise import denoise
from scrapy_denoise.cli.main import main
from scrapy_denoise.crawl.responses import denoised
from scrapy_denoise.page.markup.decode import Decoded, decode, is_binary, page_label

UYGHUR = "دەريا سۈيى كېچىدە ئۆرلىدى، يول سۇ ئاستىدا قالدى."
CHINESE = "夜里河水上涨，早晨的路已经在水下。"
FRENCH = "L’été, la rivière est à peine un filet d’eau ; l’hiver, elle déborde."

RUSSIAN = "Ночью река поднялась, и к утру нижняя дорога оказалась под водой. Жители перешли на другой берег."
POLISH = "W nocy rzeka wezbrała i rano dolna droga była już pod wodą. Mieszkańcy przeszli na drugą stronę mostu."
ARABIC = "ارتفع النهر في الليل، وفي الصباح كان الطريق السفلي تحت الماء. وعبر السكان إلى الضفة الأخرى."
GREEK = "Τη νύχτα το ποτάμι ανέβηκε και το πρωί ο κάτω δρόμος ήταν κάτω από το νερό. Οι κάτοικοι πέρασαν απέναντι."
JAPANESE = "夜のうちに川の水があふれ、朝には下の道が水の中にありました。住民は橋を渡って向こう岸へ行きました。"

# The codec, a text in it.
LEGACY = {
    "shift_jis": JAPANESE,
    "euc_jp": JAPANESE,
    "iso2022_jp": JAPANESE,
    "euc_kr": "밤사이 강물이 불어나 아침에는 아랫길이 물에 잠겼습니다. 주민들은 다리를 건너 맞은편으로 갔습니다.",
    "gbk": CHINESE * 3,
    "gb18030": CHINESE * 3,
    "big5": "夜裡河水上漲，早晨的時候下面的路已經在水底下了。居民們過了橋，到對岸去。" * 2,
    "windows-1251": RUSSIAN,
    "koi8-r": RUSSIAN,
    "iso-8859-5": RUSSIAN,
    "ibm866": RUSSIAN,
    "koi8-u": "Уночі річка піднялася, і на ранок нижня дорога опинилася під водою. Її мешканці перейшли на інший бік.",
    "windows-1253": GREEK,
    "iso-8859-7": GREEK,
    "windows-1255": "בלילה עלה הנהר, ובבוקר הייתה הדרך התחתונה מתחת למים. התושבים עברו את הגשר אל הגדה השנייה.",
    "windows-1256": ARABIC,
    "iso-8859-6": ARABIC,
    "cp874": "กลางคืนแม่น้ำเอ่อล้น และตอนเช้าถนนสายล่างก็จมอยู่ใต้น้ำ ชาวบ้านข้ามสะพานไปอีกฝั่งหนึ่ง",
}
LATIN = {
    "windows-1250": POLISH,
    "iso-8859-2": POLISH,
    "windows-1252": FRENCH,
    "windows-1254": "Gece ırmak yükseldi, sabah aşağıdaki yol suyun altındaydı. Köylüler karşıya geçti.",
    "windows-1257": "Žiemą čia šalta, bet žmonės džiaugiasi šventėmis, ežerai užšąla, o šaltis džiugina vaikus.",
}  # fmt: skip
ALL = LEGACY | LATIN


@pytest.fixture(params=ALL)
def page(request):
    """The text and the bytes of a page without a label."""
    text = f"<html><title>{ALL[request.param]}</title><body><p>{ALL[request.param]}</p></body></html>"
    return request.param, text, text.encode(request.param)


@pytest.fixture(params=LEGACY)
def other_script(request):
    """The same, in an encoding of another than the Latin script."""
    text = f"<html><title>{ALL[request.param]}</title><body><p>{ALL[request.param]}</p></body></html>"
    return text, text.encode(request.param)


def test_the_right_label(page):
    name, text, body = page
    labelled = text.replace("<html>", f"<html><meta charset={name}>")
    assert decode(body, name).text == text
    assert decode(labelled.encode(name)).text == labelled


def test_no_label(page):
    _, text, body = page
    assert decode(body).text == text


def test_labelled_utf8(page):
    _, text, body = page
    assert decode(body, "utf-8").text == text


@pytest.mark.parametrize("label", ["windows-1252", "iso-8859-1"])
def test_labelled_as_western(other_script, label):
    # Bytes beyond ASCII in long runs are in no Western language; paper 004 has such pages in Arabic script.
    text, body = other_script
    assert decode(body, label).text == text


@pytest.mark.parametrize("label", [None, "utf-8", "iso-8859-1"])
def test_in_a_crawl(other_script, label):
    text, body = other_script
    headers = {"Content-Type": f"text/html; charset={label}" if label else "text/html"}
    result = denoised(HtmlResponse("https://example.org/a/1", body=body, headers=headers))
    assert result.page.text == text[text.index("<p>") + 3 : text.index("</p>")]
    assert result.reason != "encoding"


def test_in_a_crawl_with_the_right_label(page):
    name, text, body = page
    response = HtmlResponse(
        "https://example.org/a/1", body=body, headers={"Content-Type": f"text/html; charset={name}"}
    )
    page = denoised(response).page
    assert page.text == text[text.index("<p>") + 3 : text.index("</p>")]
    assert page.tree is response.selector.root  # nothing was parsed again


@pytest.mark.parametrize("encoding", ["shift_jis", "windows-1256"])
def test_on_the_command_line(encoding, tmp_path, capsys):
    story = f"<article><h1>{ALL[encoding]}</h1>{f'<p>{ALL[encoding] * 3}</p>' * 3}</article>"
    file = tmp_path / "page.html"
    file.write_bytes(story.encode(encoding))
    assert main(["clean", str(file)]) == 0
    assert ALL[encoding] * 3 in capsys.readouterr().out


def test_the_top_level_domain_is_evidence():
    body = "<p>Őszi erdő, őrült tűz</p>".encode("windows-1250")
    assert decode(body).encoding == "cp1252"
    assert decode(body, url="https://example.hu/").text == "<p>Őszi erdő, őrült tűz</p>"
    assert decode(body, url="https://[::1").text  # no address


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "gbk", "big5", "windows-1252"])
def test_a_label_that_is_right(encoding):
    text = {"big5": "夜裡河水上漲", "windows-1252": FRENCH}.get(encoding, CHINESE)
    page = f"<meta charset={encoding.removesuffix('-sig')}><p>{text}"
    assert decode(page.encode(encoding)).text == page
    assert decode(f"<p>{text}".encode(encoding), encoding.removesuffix("-sig")).text == f"<p>{text}"


@pytest.mark.parametrize(
    "label", ["windows-1252", "windows-1256", "cp1251", "iso-8859-1", "latin1", "us-ascii", "gbk", "gb2312"]
)
@pytest.mark.parametrize("text", [UYGHUR, CHINESE, FRENCH * 3])
def test_utf8_beats_a_label_that_is_wrong(label, text):
    page = f"<meta http-equiv=Content-Type content='text/html; charset={label}'><p>{text}"
    assert decode(page.encode()).text == page
    assert decode(f"<p>{text}".encode(), label).text == f"<p>{text}"


def test_a_short_text_in_gbk_stays_gbk():
    # These two bytes are one letter of UTF-8, and one Chinese character: the label decides.
    assert decode("<meta charset=gbk><p>模".encode("gbk")).text.endswith("<p>模")


@pytest.mark.parametrize(
    ("body", "label", "encoding"),
    [
        ("é".encode(), "cp1252", "utf-8"),
        ("é".encode(), "utf-8", "utf-8"),
        (b"plain", "cp1252", "utf-8"),
        (b"caf\xe9", "cp1252", "cp1252"),
        (b"caf\xe9", "utf-8", "cp1252"),
        ("é".encode(), "gb18030", "gb18030"),
        ("é".encode() * 20, "gb18030", "utf-8"),
        ("é".encode("utf-16"), "utf-16", "utf-16-le"),
        ("<p>é".encode("utf-16-be"), None, "utf-16-be"),
        (POLISH.encode("cp1250"), "iso-8859-1", "cp1252"),  # may be: a label stands that the bytes do not contradict
    ],
)
def test_which_encoding(body, label, encoding):
    assert decode(body, label).encoding == encoding


def test_the_header_comes_before_the_page_where_both_may_be():
    body = b"<meta charset=windows-1252><p>" + RUSSIAN.encode("koi8-r")
    assert decode(body, "windows-1251").encoding == "cp1251"
    assert decode(b"<meta charset=koi8-r><p>" + RUSSIAN.encode("koi8-r"), "utf-8").text.endswith(RUSSIAN)


def test_the_byte_order_mark_beats_all():
    body = b"\xef\xbb\xbf<meta charset=gbk>" + CHINESE.encode()
    assert decode(body, "windows-1252").text.endswith(CHINESE)


@pytest.mark.parametrize("label", ["utf-16", "utf-16le", "UTF-32", "unicode", "none-such"])
def test_a_label_that_cannot_be(label):
    # It can be read as ASCII, so it is not in UTF-16; browsers take it for UTF-8.
    assert decode(f"<meta charset={label}><p>{CHINESE}".encode()).text.endswith(CHINESE)
    assert decode(f"<meta charset={label}><p>".encode() + CHINESE.encode("gb18030")).text.endswith(CHINESE)


def test_bad_bytes_become_replacement_characters():
    assert decode(f"{FRENCH}\xff".encode() + b"\xff", "utf-8").text == f"{FRENCH}\xff\ufffd"
    assert decode(CHINESE.encode("gbk") + b"\xff", "gbk").text == f"{CHINESE}\ufffd"
    assert decode("é".encode() + b"\xff").text == "é\ufffd"


def test_zero_bytes_alone_are_not_utf16():
    assert decode(b"<p>\0</p>" + b"text " * 10).text == "<p>\0</p>" + "text " * 10


NO_LABELS = (
    "zlib", "hex", "rot13", "base64", "uu", "bz2", "quopri", "idna", "undefined", "unicode_escape",
    "raw_unicode_escape", "punycode", "utf-7", "utf-32", "cp437", "hz", "none-such",
)  # fmt: skip
"""Labels that the WHATWG's list does not have, or has for no encoding; many are codecs of Python."""


@pytest.mark.parametrize("encoding", [*NO_LABELS[:12], "none-such", "\0", "\ud800", ""])
def test_an_encoding_that_there_is_not(encoding):
    with pytest.raises(LookupError, match="unknown encoding"):
        decode(b"", encoding)


@pytest.mark.parametrize("label", NO_LABELS)
@pytest.mark.parametrize("body", ["é".encode(), b"\xe9", FRENCH.encode("cp1252"), CHINESE.encode("gbk") * 3])
def test_what_is_no_label_of_the_web_is_no_label(label, body):
    meta, header = f"<meta charset={label}>".encode(), f"text/html; charset={label}"
    plain = decode(b"<p>" + body)
    assert decode(meta + b"<p>" + body) == Decoded(meta.decode() + plain.text, plain.encoding)
    assert denoise(meta + b"<p>" + body).text == denoise(b"<p>" + body).text
    response = HtmlResponse("https://a.example/", body=meta + b"<p>" + body, headers={"Content-Type": header})
    assert denoised(response).text == denoise(b"<p>" + body).text
    assert page_label(label) is None


@pytest.mark.parametrize(
    ("body", "binary"),
    [
        (b"", False),
        (b"<p>", False),
        (b"\x89PNG\r\n", True),
        (b"%PDF-1.4 text", True),
        (bytes(range(256)), True),
        (b"<p>\0</p>" + b"text " * 10, False),
        ("<p>text".encode("utf-16"), False),
        ("<p>text".encode("utf-16-le"), False),
        (CHINESE.encode("gb18030"), False),
        ("\x1b$B%F%9%H".encode("latin-1"), False),
    ],
)
def test_is_binary(body, binary):
    assert is_binary(body) is binary


# --- what cannot be read ------------------------------------------------------------------------------------


def test_many_unreadable_characters_are_a_reason():
    story = f"<p>{FRENCH * 5}</p>" * 5
    read, damaged = denoise(story), denoise(story.replace("é", "\ufffd\ufffd\ufffd"))
    assert (read.reason, damaged.reason) == ("", "encoding")
    assert damaged.text
    assert damaged.confidence < read.confidence
    assert denoise(f"{story}\ufffd").reason == ""


def test_the_command_line_tells(tmp_path, capsys):
    file = tmp_path / "page.html"
    file.write_text(f"<p>{FRENCH * 5}</p>".replace("e", "\ufffd") * 5)
    assert main(["clean", str(file)]) == 0
    assert "--encoding" in capsys.readouterr().err


# --- labels of other encodings ------------------------------------------------------------------------------

MULTI_BYTE = ("shift_jis", "euc_jp", "euc_kr", "gb18030", "big5")


@pytest.mark.parametrize("encoding", MULTI_BYTE)
@pytest.mark.parametrize("label", MULTI_BYTE)
def test_a_label_of_another_multi_byte_encoding(encoding, label):
    """The text is right, or the result tells that it is not: a label that the bytes do not contradict is believed."""
    story = f"<html><article><h1>{ALL[encoding]}</h1>{f'<p>{ALL[encoding] * 3}</p>' * 3}</article></html>"
    right = denoise(story)
    found = denoise(story.encode(encoding), encoding=label)
    if encoding == label:
        assert found.text == right.text
    if "\ufffd" in found.text:
        assert found.reason == "encoding"
        assert found.confidence < right.confidence


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("iso-8859-1", "Später wäre es schön, über die größere Brücke zu gehen."),
        ("iso-8859-3", "Nokte la rivero ĉe la ponto kreskis, kaj matene ĝi ŝajnis maro."),
        ("iso-8859-4", "Žiemą čia šalta, bet žmonės džiaugiasi šventėmis."),
        ("iso-8859-9", LATIN["windows-1254"]),
        ("iso-8859-10", "Žiemą čia šalta, bet žmonės džiaugiasi šventėmis."),
        ("iso-8859-13", LATIN["windows-1257"]),
        ("iso-8859-14", "Mae'r afon wedi codi dros y dŵr a'r tŷ."),
        ("iso-8859-15", "L'été, un café coûte 3 € au bord de la rivière, près du cœur de Nîmes."),
        ("iso-8859-16", "Noaptea râul a crescut și dimineața drumul era sub apă."),
        ("iso-8859-8", LEGACY["windows-1255"]),
        ("windows-1258", "Đêm qua sông dâng".replace("â", "a")),
        ("macintosh", "Später wäre es schön, über die größere Brücke zu gehen."),
        ("mac-cyrillic", RUSSIAN),
        ("utf-16le", RUSSIAN),
        ("utf-16be", RUSSIAN),
    ],
)
def test_rarer_encodings_by_their_label(encoding, text):
    codec = "mac_roman" if encoding == "macintosh" else encoding
    page = f"<html><title>{text}</title><body><p>{text}</p></body></html>"
    assert decode(page.encode(codec), encoding).text == page
    if not encoding.startswith("utf-16"):  # whose label no page can have in bytes that are ASCII
        labelled = page.replace("<html>", f"<html><meta charset={encoding}>")
        assert decode(labelled.encode(codec)).text == labelled


@pytest.mark.parametrize("encoding", ALL)
def test_each_encoding_on_the_command_line(encoding, tmp_path, capsys):
    """A file without a label, with the right one, with the option; utf-8 in the page is wrong and is not believed."""
    body = f"<article><h1>{ALL[encoding]}</h1>{f'<p>{ALL[encoding] * 3}</p>' * 3}</article>"
    labels = ("", f"<meta charset={encoding}>", "<meta charset=utf-8>")
    for number, label in enumerate(labels):
        file = tmp_path / f"{number}.html"
        file.write_bytes((label + body).encode(encoding))
        assert main(["clean", str(file)]) == 0
        assert ALL[encoding] * 3 in capsys.readouterr().out
    assert main(["clean", str(tmp_path / "0.html"), "--encoding", encoding]) == 0
    assert ALL[encoding] * 3 in capsys.readouterr().out


def test_replacement_characters_of_a_response_are_a_reason_too():
    """Bytes cut out of characters: the encoding is right, and a part cannot be read."""
    story = f"<html><article>{f'<p>{RUSSIAN * 5}</p>' * 5}</article></html>".encode()
    damaged = story.replace("река".encode(), "река".encode()[:-1] + b"\xff")
    results = []
    for body in (story, damaged):
        response = HtmlResponse("https://example.org/", body=body, headers={"Content-Type": "text/html; charset=utf-8"})
        results.append(denoised(response))
    whole, part = results
    assert (whole.reason, part.reason) == ("", "encoding")
    assert part.confidence < whole.confidence
    assert "ночью" in part.text.lower()
