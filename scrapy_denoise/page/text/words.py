"""Feature words: jieba segments runs of Han characters; other words are runs of word characters. Stop words are left
out."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from threading import Lock

import attrs

from scrapy_denoise.page.compiled import split_scripts

logger = logging.getLogger(__name__)

HAN = "\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""The letters and numerals of the Unicode script Han, as the inside of a character class: iteration mark, zero,
Hangzhou numerals, unified and compatibility ideographs, and the two ideographic planes. `word_characters.pxd` has the
same set as comparisons, since a compiled loop cannot use an expression; a test compares both."""

UNSPACED = "\u2e80"
"""The first of the characters that stand without spaces between words."""

TOKEN = re.compile(rf"[{HAN}]|[^\W{HAN}]+")
"""A run of word characters, or a Han character: what texts are compared by where no dictionary is needed."""

MAX_RUN = 1_000
"""A longer run of Han characters is segmented in pieces of this length, as jieba's memory grows with the length."""

MIN_LETTERS = 3
"""A word of another script has at least this many letters."""

MIN_HAN = 2
"""A Han word has at least this many characters."""

STOP_WORDS = frozenset(
    """
    about above after again all also and another any are back because been before being between both but can could
    did does down each even every few first for from get goes going gone good got had has have having her here hers
    him his how into its itself just know last less like made make many may might more most much must never new next
    not now off one only other our out over own same see she should since some still such take than that the their
    them then there these they thing things this those through too two under until upon very was way well were what
    when where which while who whom whose why will with within without would year years yes yet you your yours

    без был была были было быть вас ваш вот все всё всего всех где для его ему если есть еще ещё или как когда
    который которая которые которого лет меня мне много может можно над нас наш него нее ней нет них однако она они
    оно под после потому при про раз сам свой себя так также там тем теперь того тоже той только том тот тут уже
    чего чем что чтобы эта эти это этого этой этом этот

    ale bardzo bez być był była było były będzie chce ciebie czy dla dlatego gdy gdzie ich jak jako jego jej jest
    jeszcze jeśli już kiedy kto która które którego której który których lub mają może można nad nas nie nich niż
    oraz pan pod poza przed przez przy się sobie swoje są tak także tam tego tej ten teraz też tym tylko wszystko
    więc według

    αλλά από αυτά αυτή αυτό αυτός αυτών για γιατί δεν είναι είχε επίσης έχει έχουν ήταν θα και κάθε κατά κάτι μας
    μετά μέχρι μια μία μόνο μου μπορεί όμως όπως όταν ότι που πολύ πριν προς πως σας σαν σε στα στη στην στις στο
    στον στους τα την της τις του τους των χωρίς

    بار بۇ بۇنى بولدى بولسا بولغان بولۇپ بىر بىز بىزنىڭ بىلەن دەپ دېدى ئارقىلىق ئاندىن ئۇلار ئۇنىڭ ئۈچۈن ئەڭ
    ئىدى كېيىن كېرەك قىلىپ قىلغان ھەم ھەر ھەممە يەنە شۇ

    可以 可能 没有 进行 成为 认为 表示 开始 已经 应该 需要 能够 希望 觉得 知道 看到 得到 出现 发现 要求
    有关 作为 使用 提供 目前 时候 时间 方面 情况 问题 部分 地方 东西 一些 大家 自己 不能 不会 不要 就是
    还是 不是 还有 只有 只是 如果 因为 所以 但是 我们 你们 他们 它们 这个 那个 这些 那些 什么 怎么 以及
    或者 并且 而且 以后 之后 之前 今天 昨天 明天
    """.split()
)
"""Stop words of English, Russian, Polish, Greek, Uyghur and Chinese."""

FEATURE_TAGS = ("n", "v", "x", "eng", "j", "zg")
"""The prefixes of jieba's tags for the parts of speech of feature words: nouns and names, verbs, unknown words, foreign
words, abbreviations, and `zg` for words that its dictionary does not classify."""


@attrs.frozen
class Segmenter:
    """Segments runs of Han characters, separated by spaces, into words, and says which words are not feature words."""

    cut: Callable[[str], list[str]]
    other: frozenset[str]


def _bigrams(runs: str) -> list[str]:
    return [pair for pair in map("".join, pairwise(runs)) if " " not in pair]


_lock = Lock()
_segmenter: Segmenter | None = None


def segmenter() -> Segmenter:
    """The segmenter of this process, loaded at the first call; any number of threads may use it.

    It is jieba's with its own dictionary, which takes some 65 MB, and without its model for unknown words, so that the
    same text always gives the same words. If jieba is not installed, a warning is logged and words are pairs of
    successive characters.
    """
    global _segmenter
    if _segmenter is None:
        with _lock:
            if _segmenter is None:
                _segmenter = _load()
    return _segmenter


def _load() -> Segmenter:
    try:
        with warnings.catch_warnings():  # jieba warns about setuptools, and its users cannot change that
            warnings.simplefilter("ignore")
            from jieba import Tokenizer
    except ImportError:
        logger.warning(
            "jieba is not installed: Chinese text is compared by pairs of characters, not by words. "
            "Install it with: pip install 'scrapy-denoise[chinese]'"
        )
        return Segmenter(_bigrams, STOP_WORDS)
    tokenizer = Tokenizer()
    # Not `initialize()`: it reads a cache from a file that anyone on the machine can write, and logs to stderr.
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    other = set()
    with tokenizer.get_dict_file() as lines:
        for line in lines:
            word, _, tag = line.decode("utf-8").split()
            if len(word) >= MIN_HAN and not tag.startswith(FEATURE_TAGS):
                other.add(word)
    return Segmenter(partial(tokenizer.lcut, HMM=False), STOP_WORDS.union(other))


def feature_words(text: str) -> list[str]:
    """The feature words of a text in lower case: in their order, but Han words last.

    If jieba's dictionary knows the part of speech of a word, only nouns, verbs and names are feature words. Stop words,
    numbers, and words of one Han character or of fewer than MIN_LETTERS letters are left out.
    """
    words, runs = split_scripts(text.lower(), MIN_LETTERS, MIN_HAN, MAX_RUN)
    found = [word for word in words if word not in STOP_WORDS]
    if runs:
        han = segmenter()
        other = han.other
        found += [word for word in han.cut(" ".join(runs)) if len(word) >= MIN_HAN and word not in other]
    return found


def han_runs(text: str) -> str:
    """The runs of Han characters of a text as a segmenter takes them: separated by spaces, at most MAX_RUN long."""
    return " ".join(split_scripts(text, MIN_LETTERS, MIN_HAN, MAX_RUN)[1])
