"""Selectors of strangers: what cannot work or may hang is refused at the start, and what is slow is given up."""

import pytest

from scrapy_denoise import denoise
from scrapy_denoise.corrections import Correction, CorrectionError, Corrections, selectors
from scrapy_denoise.corrections.correction import METHOD
from scrapy_denoise.corrections.selectors import found
from scrapy_denoise.crawl.corrected_pages import CorrectedPages
from scrapy_denoise.page import Page

PAGE = "<body><article><h2>Water</h2><p>The river rose by two metres.</p></article><footer>Rights</footer>"


@pytest.mark.parametrize(
    ("selector", "says"),
    [
        ("//*[//*[//*[.='q']]]", "takes too long"),
        ("//*[.//a[.//b]]", "stands in another"),
        ("//*[../*[../*]]", "stands in another"),
        ("//*[ancestor::*[descendant::*]]", "stands in another"),
        ("//*[not(.//a[count(preceding :: b) > 1])]", "stands in another"),
        ("//*[//*//*]", "too much of the page"),
        ("//*[//*/following::*]", "too much of the page"),
        ("//*[(//*)//*]", "too much of the page"),
        ("//*[following-sibling::*/following-sibling::*]", "too much of the page"),
        ("//*/following::*[//*]", "too much of the page"),
        ("(//*/following::*)[//*]", "too much of the page"),
        ("//*" * 60, "60 steps"),
        (", ".join(["p"] * 60), "60 steps"),
        (f"//p[concat({','.join(['.'] * 30)})]", "2 to 20 arguments"),
        ("//p[concat(concat(., .), .)]", "stands in another"),
        ("//p[$x]", "variable"),
        ("//p[nosuch()]", "no function nosuch"),
        ("//p[contains(.)]", "contains has 2 arguments, not 1"),
        ("//p[last(1)]", "last has 0 arguments, not 1"),
        ("//svg:p", "prefix svg"),
        ("//p/@x:y", "prefix x"),
        ("//p[re:test(., '(a+)+$')]", "prefix re"),
        ("(count(1))", "no XPath"),
    ],
)
def test_what_is_refused(selector, says):
    with pytest.raises(CorrectionError, match=says):
        Correction("gazette.example", drop=[selector])
    quoted = selector.replace("\\", "\\\\").replace('"', '\\"')
    with pytest.raises(CorrectionError, match="drop: "):
        Corrections.parse(f'["gazette.example"]\ndrop = "{quoted}"')


@pytest.mark.parametrize(
    "selector",
    [
        "a b c", "p:not(.x)", "p:has(a b)", "p:has(a ~ b)", "a + b:has(c)", "ul li:nth-child(2n+1)", "h2 ~ p ~ div",
        "p:only-of-type", "a:not(b c)", "*:lang(en)", "h2::text", "#id .x::attr(href)", ".a, .b, .c:first-child",
        "//*[.='[//*[//*[//*']", "//p[contains(., '$x(') and not(.//a)]", "(//p)[1]", "//div[h2]/p[last() - 1]",
        "//p[1 * 2]", "//and/or[and or or]", "//p[has-class('x')]", "//h2[. = //title]", "//p[text ()]", "(1 + 1)",
        "//p[preceding-sibling::h2[1][contains(., 'x')]]", "//p[../h2]", "//*[@*='q']", "id('x')//p",
        "//div[count(.//p) > 3 and .//h2]", "//div[.//a][.//b]/p[ancestor::article]",
        "//p[processing-instruction('a')]",
    ],
)  # fmt: skip
def test_what_is_accepted(selector):
    assert Correction("gazette.example", drop=[selector]).drop == (selector,)


def test_a_selector_that_is_slow_is_given_up_said_once_and_counted(monkeypatch, caplog):
    monkeypatch.setattr(selectors, "_given_up", set())
    correction = Correction("gazette.example", content="article", drop="//h2[. = //h2]")
    counts = []
    corrected = CorrectedPages(Corrections({"gazette.example": correction}), counts.append)

    def clean():
        result = denoise(PAGE, "https://gazette.example/", correction=correction)
        corrected.add(correction, result)
        return result

    assert (clean().text, counts) == ("The river rose by two metres.", ["correction/hit"])
    monkeypatch.setattr(selectors, "SLOW", -1.0)
    clean()
    assert selectors._given_up == {"article", "//h2[. = //h2]"}
    assert counts == ["correction/hit", "correction/slow", "correction/slow", "correction/hit"]
    result = clean()
    assert result.method != METHOD
    assert result.reason == "uncorrected"
    assert counts[4:] == ["correction/miss"]
    assert [record.getMessage().split(" of a ")[0] for record in caplog.records] == [
        "The selector '//h2[. = //h2]'", "The selector 'article'",
    ]  # fmt: skip


@pytest.mark.parametrize(("selector", "most"), [("p ~ p", 2_000), ("//p/following::p", 1_990)])
def test_a_page_that_is_too_wide_for_a_selector_is_left_to_the_others(selector, most, caplog):
    small, wide = (Page.from_html("<p>text" * number) for number in (5, most + 20))
    assert len(found(small, selector)) == 4
    assert found(wide, selector) == []
    assert found(wide, selector) == []
    assert [record.message for record in caplog.records if "is not used on" in record.message][1:] == []
    assert "the page is too large for it" in caplog.text
