"""What the elements of a tree have in them, in compiled code."""

from lxml.html import document_fromstring, fromstring

from scrapy_denoise.page.compiled import PageStatements, head_comments_have, named_around, scripts_give


def test_comments_of_the_head():
    page = "<html><!--c--><head><meta><!--a--><!--made by it--></head><body><!--other--></body></html>"
    tree = document_fromstring(page)
    assert head_comments_have(tree, b"made", 2)
    assert not head_comments_have(tree, b"made", 1)
    assert not head_comments_have(tree, b"other", 9)
    assert not head_comments_have(fromstring("<p>a</p>"), b"a", 9)


def test_names_of_an_element_of_the_one_around_it_and_of_the_first_in_it():
    words = (b"next", b"prev")
    for markup in (
        "<a class='x-NEXT'>a</a>", "<a id=prev1><i>a</i></a>", "<p class=next><a>a</a></p>",
        "<p><a>text <i class=next></i><b></b></a></p>",
    ):  # fmt: skip
        assert named_around(next(fromstring(f"<div>{markup}</div>").iter("a")), words), markup
    for markup in (
        "<a class=nex title=next href=/next>next</a>", "<p class=next><b><a>a</a></b></p>",
        "<p><a><i></i><b class=next></b></a></p>", "<p><a><!--c--><b class=next></b></a></p>",
        "<p><a><i><b class=next></b></i></a><b class=next></b></p>", "<a></a>",
    ):  # fmt: skip
        assert not named_around(next(fromstring(f"<div>{markup}</div>").iter("a")), words), markup
    assert not named_around(fromstring("<a class=x>a</a>"), words)


def test_what_scripts_give():
    for given in ('{"datePublished":"2024-05-03"}', "{'PUBDATE' :\n '2024-05-03'}", '{"publiſhed":"٢٠٢٤-05-03"}'):
        assert scripts_give(
            PageStatements(fromstring(f"<body><p>a</p><script>x={given}</script></body>"), 1), b"pub"
        ), given
    for other in ('{"public":true}', '{"publisher":"x"}', "publish('2024')", '{"date":"2024-05-03"}', "pub", "p"):
        assert not scripts_give(PageStatements(fromstring(f"<body><script>x={other}</script></body>"), 1), b"pub"), (
            other
        )
    stated = '<script type=\'application/ld+json\'>{"datePublished":"2024-05-03"}</script>'
    assert not scripts_give(PageStatements(fromstring(f'<body>{stated}<p>"pub":"2024</p></body>'), 1), b"pub")
