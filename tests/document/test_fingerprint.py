"""Fingerprints of contents: what changes them, what does not, and how near-duplicates are found."""

import random
import re

import numpy as np
import pytest
from example_site import build
from hypothesis import given
from hypothesis import strategies as st
from rensa import RMinHash

from scrapy_denoise import denoise
from scrapy_denoise.document.compiled import line_words, low_halves, shingle_hashes
from scrapy_denoise.document.fingerprint import (
    BAND,
    BANDS,
    LENGTH,
    MIN_COMMON_SHINGLES,
    MIN_WORDS,
    SIMILAR,
    VALUES,
    fingerprint_of,
    minhash_rows,
    near,
    words_of,
)
from scrapy_denoise.page.text.words import HAN

SHOPS = ("market.example", "shop.example")
WORDS = [f"{first}{last}" for first in "bcdfghklmnprst" for last in ("ala", "eno", "iru", "osu", "uma", "ytt")]


def story(seed, length=400):
    source = random.Random(seed)
    return [source.choice(WORDS) for _ in range(length)]


def mark(words):
    return fingerprint_of(" ".join(words))


def test_space_punctuation_and_case_do_not_count():
    words = story(1)
    assert mark(words) == fingerprint_of(", \n".join(words).title() + "!")


def test_a_changed_word_changes_the_digest_and_few_values():
    words = story(1)
    one, other = mark(words), mark([*words[:200], "changed", *words[201:]])
    assert one.digest != other.digest
    assert one.similarity(other) > 0.9


def test_edits_of_one_word_in_fifty_and_cut_tails_are_near_duplicates():
    for seed in range(50):
        words, source = story(seed), random.Random(seed)
        edited = [source.choice(WORDS) if source.random() < 0.02 else word for word in words]
        for other in (mark(edited), mark(words[:320])):
            assert mark(words).similarity(other) >= SIMILAR
            assert set(mark(words).bands) & set(other.bands)


def test_a_copy_without_most_of_its_words_is_a_near_duplicate_down_to_three_tenths():
    for seed in range(20):
        words = story(seed, 1_000)
        cut, quoted = mark(words[:310]), mark(words[:120])
        assert mark(words).similarity(cut) < 0.5
        assert mark(words).near(cut)
        assert cut.near(mark(words))
        assert not mark(words).near(quoted)


def test_the_first_sentences_of_a_text_are_no_copy_of_it():
    for seed in range(20):
        words = story(seed, MIN_COMMON_SHINGLES * 4)
        assert not mark(words).near(mark(words[: MIN_COMMON_SHINGLES - 10]))


def test_texts_of_like_length_that_share_a_third_of_their_words_are_not():
    for seed in range(20):
        words, other = story(seed, 500), story(seed + 100, 500)
        assert not mark(words).near(mark([*words[:165], *other[165:]]))


def test_short_lines_do_not_hide_a_copy():
    for seed in range(20):
        words, labels = story(seed, 150), story(seed + 100, 500)
        lines = [" ".join(words[n : n + 15]) for n in range(0, 150, 15)]
        noise = [" ".join(labels[n : n + 5]) for n in range(0, 500, 5)]
        text, noisy = fingerprint_of("\n".join(lines)), fingerprint_of("\n".join([*noise[:50], *lines, *noise[50:]]))
        assert text.similarity(noisy) < SIMILAR
        assert text.near(noisy)
        assert set(text.bands) & set(noisy.bands)


def test_a_list_of_short_lines_has_copies_too():
    words = story(1, 300)
    lines = [" ".join(words[n : n + 5]) for n in range(0, 300, 5)]
    one, other = fingerprint_of("\n".join(lines)), fingerprint_of("\n".join(lines[:50]))
    assert one.near(other)
    assert not one.near(mark(story(2, 300)))


def test_with_a_similarity_of_its_own_containment_does_not_count():
    words = story(1, 600)
    one, cut = (minhash_rows([mark(some).minhash]) for some in (words, words[:260]))
    assert near(one, cut).tolist() == [True]
    assert near(one, cut, 0.9).tolist() == [False]


def test_a_minhash_of_an_older_scheme_is_refused():
    with pytest.raises(ValueError, match="reshape"):
        minhash_rows([bytes(256)])


def test_other_texts_with_the_same_words_are_not():
    marks = [mark(story(seed)) for seed in range(60)]
    assert max(one.similarity(other) for n, one in enumerate(marks) for other in marks[:n]) < 0.2


@pytest.mark.parametrize("seed", range(3))
def test_articles_about_the_same_things_in_the_same_phrases_are_not(seed):
    texts = {page.gold_text for page in build(seed) if page.gold_text and page.site not in SHOPS}
    marks = list(filter(None, map(fingerprint_of, sorted(texts))))
    assert not any(one.near(other) for n, one in enumerate(marks) for other in marks[:n])


@pytest.mark.parametrize("shop", SHOPS)
def test_products_in_the_same_sentences_are_told_apart_by_their_titles_and_what_their_pages_state(shop):
    pages = [page for page in build(0) if page.site == shop and page.gold_text]
    marks = [denoise(page.body, page.url).fingerprint for page in pages]
    assert not any(one.near(other) for n, one in enumerate(marks) for other in marks[:n])
    texts = [fingerprint_of(page.gold_text) for page in pages]
    assert any(one.near(other) for n, one in enumerate(texts) for other in texts[:n])


def item(name, value):
    return f"<li>{name}: {value}</li>"


def row(name, value):
    return f"<div class=row><span>{name}</span><span>{value}</span></div>"


@pytest.mark.parametrize("field", [item, row])
def test_products_that_differ_in_a_list_of_their_measures(field):
    def mark_of(height, weight="4 kg"):
        fields = [field("Height", height), field("Weight", weight), field("Made in", "Oslo")]
        sentences = "".join(f"<p>{' '.join(story(n, 30)).capitalize()}.</p>" for n in range(6))
        page = f"<title>Chair</title><main><h1>Chair</h1>{sentences}<ul>{''.join(fields)}</ul></main>"
        return denoise(page, url="https://shop.example/chair/").fingerprint

    low, again, high = mark_of("62 cm"), mark_of("62 cm"), mark_of("71 cm")
    assert low.near(again)
    assert not low.near(high)


def test_short_texts_need_more_in_common_than_long_ones():
    def pair(length):
        words = [f"w{n}" for n in range(length)]
        return mark(words), mark([*words[: length * 3 // 4], *(f"x{n}" for n in range(length // 4))])

    assert [one.near(other) for one, other in map(pair, (40, 400))] == [False, True]
    assert all(one.near(one) for one, _ in map(pair, (20, 40)))


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ("<link rel=canonical href=/a#top>", "http://a.example/a"),
        ("<link rel='next canonical' href=http://b.example/>", "http://b.example/"),
        ("<meta property=og:url content=/b>", "http://a.example/b"),
        ("<meta property=og:url content=/b><link rel=canonical href=/a>", "http://a.example/a"),
        ("<link rel=canonical href=javascript:alert(1)>", ""),
        (f"<link rel=canonical href=/{'a' * 5000}>", ""),
        ("<link rel=canonical href=''>", ""),
        ("<link rel=canonical href='http://[a'>", "http://a.example/x"),
        ("", ""),
    ],
)
def test_the_canonical_address_that_a_page_states(head, address):
    assert denoise(f"<head>{head}</head><p>Words of a page.", "http://a.example/x").canonical == address


@pytest.mark.parametrize("text", ["", "Please wait.", "请稍候", "\ud800 " * 5, " ".join(["word"] * (MIN_WORDS - 1))])
def test_short_texts_have_none(text):
    assert fingerprint_of(text) is None


def test_each_han_character_is_a_word():
    assert words_of("雪落在老桥上，River 2 بۈگۈن") == ["雪", "落", "在", "老", "桥", "上", "river", "2", "بۈگۈن"]
    text = "昨夜大雪封山村里的人们一早起来扫雪孩子们在门前堆起了雪人"
    assert fingerprint_of(text).similarity(fingerprint_of(text + "笑声不断")) > 0.6


@given(st.text(max_size=60) | st.text("ab_ \u3005\u96ea\u843d\U00020001\u00e9'-1", max_size=60))
def test_words_and_shingles_are_those_of_a_regular_expression(text):
    words = re.findall(rf"[^\W{HAN}]+|(?=[{HAN}])\w", text.encode("utf-8", "replace").decode().lower())
    assert words_of(text) == words
    counts = [count for line in text.split("\n") if (count := len(words_of(line)))]
    for most in (1, 3, 100):
        han = sum(bool(re.match(f"[{HAN}]", word)) for word in words[:most])
        assert line_words(text, most) == (
            " ".join(words).encode(), np.array(counts, np.int32).tobytes(), len(words), han,
        )  # fmt: skip
        for length in (1, 4):
            first = words[:most]
            runs = {" ".join(first[n : n + length]).encode() for n in range(len(first) - length + 1)}
            assert set().union(*hashes_of_parts(*line_words(text, most)[:2], length, 2, most)) == hashes_of(runs)


@given(st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=6), max_size=5), st.integers(1, 12))
def test_shingles_within_long_lines(lines, most):
    """A line that is cut off is not long."""
    words, counts, _, _ = line_words("\n".join(map(" ".join, lines)), most)
    within, n = set(), 0
    for line in lines:
        n += len(line)
        if n <= most and len(line) >= 4:
            within |= {" ".join(line[at : at + 2]).encode() for at in range(len(line) - 1)}
    single = words.split()[:most]
    runs = {b" ".join(single[at : at + 2]) for at in range(len(single) - 1)}
    assert hashes_of_parts(words, counts, 2, 4, most) == (hashes_of(within), hashes_of(runs - within))


def test_the_lower_halves_of_numbers():
    assert low_halves([0x12345678, 1, 2**32 - 1], [0x12345679, 0, 2**32 - 1]) == b"\x78\x56\x00\x00\xff\xff"


@pytest.mark.parametrize("size", [*range(1, 40), 64, 65, 200])
def test_shingles_are_hashed_as_rensa_does(size):
    word = bytes(97 + n * n % 26 for n in range(size))
    assert hashes_of_parts(word, np.int32(1).tobytes(), 1, 1, 1) == (hashes_of([word]), set())


def hashes_of(runs):
    return set(RMinHash.hash_token_sets([list(runs)])[0])


def hashes_of_parts(*found):
    """Of each part the hashes, of which none may be twice."""
    hashes, n_long = shingle_hashes(*found)
    known = np.frombuffer(hashes, np.uint64).tolist()
    assert len(set(known)) == len(known)
    return set(known[:n_long]), set(known[n_long:])


@pytest.mark.parametrize("n_long", [0, 12, 40])
def test_the_values_of_long_lines_are_those_of_a_text_of_them_alone(n_long):
    """A shingle of a short line that a long one has too counts once. Where few are of long lines all of them count."""
    long, short = " ".join(story(3, n_long)), "\n".join(" ".join(story(seed, 8)) for seed in range(4, 9))
    found = fingerprint_of(f"{short}\n{' '.join(story(3, n_long)[:8])}\n{long}").minhash
    of_all, of_long = found[: 2 * VALUES], found[2 * VALUES : 4 * VALUES]
    if n_long < MIN_WORDS + 5:
        assert of_long == of_all
    else:
        assert of_long == fingerprint_of(long).minhash[: 2 * VALUES] != of_all
    n_runs = len(long.split()) and len(long.split()) - 5
    assert int.from_bytes(found[4 * VALUES : 4 * VALUES + 4], "little") >= 5 * 3 + n_runs


def test_the_scheme_is_what_is_stored():
    # Fingerprints are stored: another value here means another SCHEME.
    found = mark(story(7))
    assert found.digest.hex() == "3bad54c2b5c8f4be3aaafef73cc268d3"
    assert found.minhash[:8].hex() == "f81364b5d29a5d66"


@given(st.text(max_size=300))
def test_any_text_has_a_fingerprint_or_none(text):
    found = fingerprint_of(text * 20)
    if found is not None:
        assert (len(found.digest), len(found.minhash), len(found.bands)) == (16, LENGTH, BANDS)
        assert all(0 <= band < 2**63 for band in found.bands)
        assert len({band >> (16 * BAND) for band in found.bands}) == BANDS
