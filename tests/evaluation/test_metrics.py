"""The metrics on examples worked out by hand."""

import builtins
import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_denoise.evaluation.metrics import text as metrics
from scrapy_denoise.evaluation.metrics.text import (
    Score,
    completeness,
    compression,
    lcs_scores,
    shingle_scores,
    tokens,
    word_scores,
)

ONE = Score(1.0, 1.0, 1.0)
ZERO = Score(0.0, 0.0, 0.0)


def test_docstrings():
    result = doctest.testmod(metrics)
    assert result.attempted >= 5
    assert result.failed == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t…—!", []),
        ("Don't STOP", ["don", "t", "stop"]),
        ("snake_case 3,14", ["snake_case", "3", "14"]),
        ("中文abc网页2024年", ["中", "文", "abc", "网", "页", "2024", "年"]),
        ("人々〇", ["人", "々", "〇"]),
        ("𠀀𰀀豈", ["𠀀", "𰀀", "豈"]),
        ("カタカナ 한국어", ["カタカナ", "한국어"]),
        ("Οδός ПРИВЕТ", ["οδός", "привет"]),
        ("ئۇيغۇرچە تېكىست", ["ئۇيغۇرچە", "تېكىست"]),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("", "", ONE),
        (" … ", "\n", ONE),
        ("", "a", ZERO),
        ("a b c d e", "", ZERO),
        ("a b", "A, b!", ONE),
        # The whole of a short text is one shingle, which no shingle of four tokens equals.
        ("a b", "a b c d", ZERO),
        # Gold abcd bcde cdef, text abcd bcde cdef defg: 3 of 4 and 3 of 3.
        ("a b c d e f", "a b c d e f g", Score(0.75, 1.0, 6 / 7)),
        # The same shingle twice in the text counts once where the gold has it once: aaaa aaaa against aaaa.
        ("a a a a", "a a a a a", Score(0.5, 1.0, 2 / 3)),
        # The words are the same, the order is not.
        ("a b c d", "d c b a", ZERO),
        # 6 characters are 3 shingles, 5 are 2, common: 今天天气.
        ("今天天气很好", "今天天气好", Score(0.5, 1 / 3, 0.4)),
    ],
)
def test_shingle_scores(gold, text, expected):
    assert shingle_scores(gold, text) == expected


def test_shingle_length():
    assert shingle_scores("a b c", "a b d", n=2) == Score(0.5, 0.5, 0.5)
    with pytest.raises(ValueError, match="n=0"):
        shingle_scores("a", "a", n=0)


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("", "", ONE),
        ("a", "", ZERO),
        ("a b c d", "d c b a", ONE),
        ("a a b", "a c", Score(0.5, 1 / 3, 0.4)),
        ("好天气", "天气好啊", Score(0.75, 1.0, 6 / 7)),
    ],
)
def test_word_scores(gold, text, expected):
    assert word_scores(gold, text) == expected


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("", " \n", ONE),
        ("a", "", ZERO),
        ("a b\nc", "abc", ONE),
        # Longest common subsequence "bd".
        ("abcd", "xbyd", Score(0.5, 0.5, 0.5)),
        # Order counts: "12" or "34", 2 of 4.
        ("1234", "3412", Score(0.5, 0.5, 0.5)),
        ("正文内容", "首页正文内容版权", Score(0.5, 1.0, 2 / 3)),
    ],
)
def test_lcs_scores(gold, text, expected):
    pytest.importorskip("rapidfuzz")
    assert lcs_scores(gold, text) == expected


def test_lcs_scores_without_rapidfuzz(monkeypatch):
    def no_rapidfuzz(name, *args, real_import=builtins.__import__, **kwargs):
        if name.startswith("rapidfuzz"):
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", no_rapidfuzz)
    with pytest.raises(ImportError, match=r"scrapy-denoise\[evaluation\]"):
        lcs_scores("a", "a")


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("", "", 1.0),
        ("", "anything", 1.0),
        ("gold", "", 0.0),
        ("gold", "noise, GOLD, noise", 1.0),
        # 3 + 5 of 3 + 5 + 2 characters.
        ("one three on", "three one", 0.8),
        # Once of twice.
        ("正文 正文", "正文", 0.5),
    ],
)
def test_completeness(gold, text, expected):
    assert completeness(gold, text) == expected


@pytest.mark.parametrize(
    ("source", "result", "expected"),
    [
        ("<p>0123456789</p><!--0123456789-->", "<p>0123456789</p>", 0.5),
        ("abcd", "abcdef", 1.5),
        ("abcd", "", 0.0),
        ("", "", 0.0),
        # three bytes a character, from whatever charset
        ("新闻新闻", "新闻", 0.5),
        ('<meta charset="gbk">新闻新闻'.encode("gbk"), "新闻", 6 / 32),
    ],
)
def test_compression(source, result, expected):
    assert compression(source, result) == expected


@given(st.text(), st.text())
def test_properties(gold, text):
    for measure in (shingle_scores, word_scores):
        score = measure(gold, text)
        assert 0 <= score.precision <= 1
        assert 0 <= score.recall <= 1
        assert min(score.precision, score.recall) <= score.f1 + 1e-12
        assert score.f1 <= max(score.precision, score.recall) + 1e-12
        assert measure(gold, gold) == ONE
        assert measure(text, gold) == Score(score.recall, score.precision, score.f1)
    assert 0 <= completeness(gold, text) <= 1
    assert compression(gold, text) >= 0
    assert compression(gold, gold) == (1 if gold else 0)


WORDS = st.lists(st.sampled_from(["rain", "river", "hill", "the", "中", "文"]), max_size=12).map(" ".join)


def edits(gold, text):
    """Insertions and deletions, by the textbook's table."""
    row = list(range(len(text) + 1))
    for i, left in enumerate(gold, 1):
        diagonal, row[0] = row[0], i
        for j, right in enumerate(text, 1):
            diagonal, row[j] = row[j], diagonal if left == right else 1 + min(row[j], row[j - 1])
    return row[-1]


@given(WORDS, WORDS)
def test_levenshtein_is_that_of_the_textbook(gold, text):
    g, t = tokens(gold), tokens(text)
    expected = 1 - edits(g, t) / (len(g) + len(t)) if g or t else 1.0
    assert metrics.levenshtein(gold, text) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("", "", ONE),
        ("rain", "", ZERO),
        ("\n \n", "rain", ZERO),
        ("it rained\nit poured", "it poured\nit rained", ONE),  # lines in any order
        # Lin's example: of w1 to w5 the union of w1 w2 and w1 w3 w5 is four words.
        ("w1 w2 w3 w4 w5", "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", Score(0.4, 0.8, 8 / 15)),
        # A word counts as often as the text has it.
        ("rain\nrain\nrain", "rain", Score(1.0, 1 / 3, 0.5)),
        ("今天\n天气", "天气今天", ONE),
    ],
)
def test_rouge_lsum(gold, text, expected):
    score = metrics.rouge_lsum(gold, text)
    assert (score.precision, score.recall, score.f1) == pytest.approx(
        (expected.precision, expected.recall, expected.f1)
    )


# Words that differ within a line: the longest common subsequence is one, and so the reference has no choice.
LINES = st.lists(st.permutations("abcdefgh").map(lambda words: " ".join(sorted(words[:5]))), max_size=6).map("\n".join)


@settings(deadline=None)  # the reference is slow where the machine is busy
@given(LINES, LINES)
def test_rouge_lsum_is_that_of_the_reference(gold, text):
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    tokenizers = pytest.importorskip("rouge_score.tokenizers")

    class Tokens(tokenizers.Tokenizer):
        def tokenize(self, text):
            return tokens(text)

    reference = rouge_scorer.RougeScorer(["rougeLsum"], tokenizer=Tokens()).score(gold, text)["rougeLsum"]
    score = metrics.rouge_lsum(gold, text)
    if gold and text:
        assert (score.precision, score.recall) == pytest.approx((reference.precision, reference.recall))


def test_rouge_lsum_of_many_lines(monkeypatch):
    text = "\n".join(f"line {n}" for n in range(50))
    whole = metrics.rouge_lsum(text, text + "\nmore")
    monkeypatch.setattr(metrics, "MAX_ROUGE_LINES", 7)
    assert metrics.rouge_lsum(text, text + "\nmore") == whole


def test_optional_text_is_neutral():
    gold, text = "the river rose in the night", "By our reporter. The river rose in the night. Sport."
    assert word_scores(gold, text, optional="by our reporter") == Score.from_counts(6, 6, 7)
    assert word_scores(gold, gold, optional="the river") == ONE
    assert word_scores(gold, "river", optional="river night") == word_scores(gold, "river")
    assert shingle_scores("a b c d", "a b c d x y z w", optional="x y z w") == Score.from_counts(1, 1, 4)


@pytest.mark.parametrize(
    ("phrases", "text", "expected"),
    [
        ((), "text", None),
        (("The River", "night "), "the\n river", 0.5),
        (("ĞÜNEŞ",), "ğüneş", 1.0),
    ],
)
def test_phrase_rate(phrases, text, expected):
    assert metrics.phrase_rate(phrases, text) == expected


@pytest.mark.parametrize(
    ("gold", "page", "left", "expected"),
    [
        ("a b c d", "x a b c d", "a b", 0.5),
        ("a b c d", "a b", "a b", 0.0),  # what the page has not cannot be lost
        ("a", "b", "b", None),
        ("a a", "a a", "a", 0.5),
    ],
)
def test_template_loss(gold, page, left, expected):
    assert metrics.template_loss(gold, page, left) == expected
