"""The language of a text by its most frequent words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise import denoise
from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.word_language import _languages, language_of_words
from scrapy_denoise.page.text.written_language import written_language

TEXTS = {
    "en": "The river rose in the night and by the morning it was above the bridge of the mill, so that the ferry did "
    "not sail and the people of the village had to take the road on the other side of the hill. ",
    "de": "Der Fluss stieg in der Nacht, und am Morgen stand er über der Brücke bei der alten Mühle, so dass die Fähre "
    "nicht fuhr und die Leute aus dem Dorf auf der anderen Seite mit dem Bus gehen mussten. ",
    "fr": "La rivière est montée dans la nuit et le matin elle était sur le pont du vieux moulin, et les gens du "
    "village ne pouvaient pas passer par la route qui est de l’autre côté de la colline. ",
    "es": "El río subió en la noche y por la mañana estaba sobre el puente del molino, y la gente del pueblo no "
    "pudo pasar por la carretera que está al otro lado de la colina con los coches. ",
    "pl": "Rzeka wezbrała w nocy i rano była już na moście przy starym młynie, a prom nie pływał, tak że ludzie z tej "
    "wsi nie mogli się dostać do miasta, jak to było po burzy, i za to nie płacili. ",
    "ru": "Ночью прошёл дождь, и к утру река была у моста, а паром не ходил, так что жители из деревни не могли на "
    "другой берег, но это же не в первый раз, как и за год до того. ",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_words_tell_the_language(language):
    text = (TEXTS[language] * 2).encode()
    assert language_of_words(text) == language
    assert language_of_words(text, language.upper() + "_XX") == ""
    assert language_of_words(text, "en") == ("" if language == "en" else language)
    assert language_of_words(text, "tlh") == ""  # one that has no words here


@pytest.mark.parametrize("text", ["", "the of and", "Ann Lee, Bo Yun, Cy Moe, Di Rae " * 40, "1 2 3 " * 100])
def test_what_tells_none(text):
    assert language_of_words(text.encode()) == ""


def test_a_page_that_states_none_has_the_language_of_its_words():
    body = "".join(f"<p>{TEXTS['pl']}</p>" for _ in range(3))
    found = denoise(f"<h1>Rzeka</h1>{body}").metadata
    assert (found.language, found.sources["language"]) == ("pl", "page")
    assert denoise(f"<html lang=en><h1>Rzeka</h1>{body}").metadata.language == "pl"


def test_chinese_with_much_code_is_chinese():
    text = "河水在天亮之前就漫过了下游的石桥，渡口的船只全部停航。" + "print(river.level) " * 3
    assert written_language(text.encode() * 2) == "zh"
    assert written_language(b"The river rose in the night, he said: " * 4 + "河水在天亮之前".encode()) == ""


OWN = [
    {word for line in lines for word in line.split() if re.fullmatch(r"[^\W\d_]+", word)}
    for lines in sections("function_words").values()
]
"""The words of each language that texts can have."""
KNOWN = sorted(set().union(*OWN))


def counted(text):
    return _languages()[1].count(text)


@given(st.text(max_size=40) | st.lists(st.sampled_from([*KNOWN[::7], "7", "_", "é", "ⅻ", "٣", "雪"])).map(" ".join))
def test_words_are_those_of_a_pattern(text):
    words = ["".join(letter.lower()[0] for letter in word) for word in re.findall(r"[^\W\d_]+", text)]
    assert counted(text) == (len(words), [sum(word in own for word in words) for own in OWN])


def test_each_known_word_is_of_its_languages_alone():
    for word in KNOWN:
        assert counted(f"{word}x7{word}_ '{word}")[1] == [2 * (word in own) + (f"{word}x" in own) for own in OWN]
