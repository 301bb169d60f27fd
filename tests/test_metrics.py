"""The metrics on examples worked out by hand."""

import builtins
import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_denoise.evaluation import metrics
from scrapy_denoise.evaluation.metrics import (
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
