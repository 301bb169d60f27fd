"""The language of a page that its letters tell."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.page.compiled import count_letters
from scrapy_denoise.page.text.written_language import may_be_written_so, written_language

CHINESE = "昨夜的雨下得很大，河水漫过了下游的石桥，渡口的船只全部停航，居民只好绕道而行，学校停课一天。"
JAPANESE = "昨夜の雨で川の水が増え、渡し場の船はすべて止まり、住民は遠回りをして町へ行くほかなかったという。"
UYGHUR = "كېچە يامغۇر قاتتىق ياغدى، تاڭ ئاتقىچە دەريا سۈيى تۆۋەندىكى تاش كۆۋرۈكتىن ئېشىپ كەتتى."
ARABIC = "نزل المطر طوال الليل وارتفع ماء النهر قبل الفجر فوق الجسر القديم وبقي الناس في بيوتهم."
GREEK = "Η βροχή της νύχτας ήταν δυνατή και το ποτάμι ξεχείλισε πριν από το ξημέρωμα."
RUSSIAN = "Ночью шёл сильный дождь, и к утру река поднялась выше старого моста у мельницы. Это не новость."
UKRAINIAN = "Уночі йшов сильний дощ, і до ранку річка піднялася вище старого мосту біля млина. Її береги під водою."
BULGARIAN = "През нощта валя силен дъжд и до сутринта реката се вдигна над стария мост до мелницата."
KAZAKH = "Түнде қатты жаңбыр жауды, таңға дейін өзен ескі көпірден асып кетті. Бұл туралы ертең ғана білдік."
ENGLISH = "The river rose in the night, and by the morning the lower road was under water."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (CHINESE, "zh"),
        (JAPANESE, "ja"),
        (UYGHUR, "ug"),
        (ARABIC, ""),
        (GREEK, "el"),
        (RUSSIAN, "ru"),
        (UKRAINIAN, "uk"),
        (BULGARIAN, ""),
        (KAZAKH, ""),
        (RUSSIAN + UKRAINIAN, ""),
        (ENGLISH, ""),
        (CHINESE[:20], ""),
        (CHINESE + ENGLISH * 2, ""),
        (ENGLISH * 200 + CHINESE * 300 + ENGLISH * 200, "zh"),
        ("", ""),
    ],
)
def test_written_language(text, language):
    assert written_language(text.encode()) == language


@pytest.mark.parametrize(
    ("stated", "text", "language", "source"),
    [
        ("en", CHINESE, "zh", "page"),
        ("", CHINESE, "zh", "page"),
        ("zh-TW", CHINESE, "zh-TW", "meta"),
        ("yue", CHINESE, "yue", "meta"),
        ("en", ENGLISH, "en", "meta"),
        ("ar", ARABIC, "ar", "meta"),
        ("zh-CN", UYGHUR, "ug", "page"),
        ("en", RUSSIAN, "ru", "page"),
        ("be", RUSSIAN, "be", "meta"),
    ],
)
def test_a_page_that_states_another_language(stated, text, language, source):
    found = denoise(f'<html lang="{stated}"><p>{text}</p><p>{text}</p>').metadata
    assert (found.language, found.sources["language"]) == (language, source)


def test_languages_written_alike():
    assert not may_be_written_so("", "zh")
    assert may_be_written_so("ja", "zh")
    assert not may_be_written_so("zh", "ja")


@pytest.mark.parametrize(("content", "language"), [(RUSSIAN, "ru"), (UYGHUR, "ug"), (ENGLISH, "en")])
def test_the_content_may_have_other_letters_than_the_page(content, language):
    interface = "".join(f"<li><a href=/{n}>Members and their badges, part no. {n}</a>" for n in range(40))
    page = f"<html lang=en><nav><ul>{interface}</ul></nav><article><h1>1</h1>{f'<p>{content}</p>' * 3}</article>"
    found = denoise(f"{page}<footer>© Valley</footer>")
    assert ("Members" in found.text, found.metadata.language) == (False, language)


def test_letters_by_ranges():
    ranges = [0x41, 0x5B, 0x3B1, 0x3CA]
    assert count_letters("αβγ ABx, αΑ".encode(), ranges) == [2, 4]
    assert count_letters(b"plain", ranges) == []
    assert count_letters("\u03b1".encode()[:1], ranges) == [0, 0]  # a letter that is cut through
    for wrong in ([], [0, 1] * 65):
        with pytest.raises(ValueError, match="ranges"):
            count_letters(b"", wrong)
