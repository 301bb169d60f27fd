"""The elements in which a page states something, in compiled code, beside the same by XPath."""

import pickle
import random
from time import process_time

import pytest
from lxml.etree import Element, SubElement
from lxml.html import fromstring

from scrapy_denoise.page import Page
from scrapy_denoise.page.compiled import (
    ARTICLE_BODY,
    DISCUSSIONS,
    PRODUCT,
    QUESTION,
    QUESTIONS,
    ExactWords,
    NodeElement,
    PageStatements,
    ProgramPlaces,
    StatedElements,
)

PAGE = """<html><head><base target=_top><base href=/x><base href=/y><link rel=Canonical href=/l>
<link rel=image_src href=/i><link href=/no><link rel=icon href=/c><link rel=next href=/n>
<meta property=og:title content=One><meta name=author value=Ann><meta charset=utf-8>
<script type="application/LD+json">{}</script><script>1</script></head><body><!-- <a href=/> --><a href=/>home</a>
<?x a?><h1 itemprop=name>T</h1><p itemprop><a HREF=' /Up '>up</a><a name=b>b<a href rel=license>c</a></a>
<time>now</time><svg><a href=/svg>d</a></svg></p><a rel=next href='/caf&eacute;'>e</a><a href='HTTP://a.example'>f</a>
<noscript><img src=a></noscript></body></html>"""


def test_the_same_as_by_xpath():
    tree = fromstring(PAGE)
    found = PageStatements(tree, most=100)
    assert found.base == tree.xpath("//base[@href][1]/@href")[0] == "/x"
    assert found.properties(100) == tree.xpath("//*[@itemprop]")
    assert found.scripts(100) == tree.xpath("//script[contains(@type, 'json')]")
    assert found.meta() == {"og:title": ["One"], "author": ["Ann"]}
    assert found.types == set()
    assert found.links == [
        ("link", "Canonical", "/l"),
        ("link", "image_src", "/i"),
        ("link", "next", "/n"),
        ("a", "license", ""),
    ]
    assert not found.names_author
    elements = StatedElements(found, most=100)
    assert elements.times == tree.xpath("//time | //h1")
    assert elements.noscripts == tree.xpath("//noscript")
    assert elements.homes == []


@pytest.mark.parametrize(
    "html",
    [
        PAGE,
        "<div hidden><base href=/x><p itemscope itemtype=//a/QAPage><b itemprop=a></b><a rel=license>b</a></div>c",
        "<noscript><base href=/x><a rel='author license'>b</a></noscript><template><i itemprop=c></i></template>d",
        "<body><pre><code>a</code><span class=gutter><a rel=license>1</a></span></pre><select><option itemprop=b>c",
        "<html itemscope itemtype=x/FAQPage><head itemprop=a><meta name=b content=c></head></html>",
        "<span class=katex><math itemprop=a><annotation>b</annotation></math><i itemprop=c>d</i></span>",
        "<iframe itemprop=a></iframe><svg><title itemprop=b>c</title></svg><!--d--><object itemprop=e><p itemprop=f>",
    ],
)
def test_the_walk_reads_the_same_as_a_pass_of_its_own(html):
    page = Page.from_html(html)
    read, own = vars(page)["statements"], PageStatements(page.root, 5_000)
    for name in ("base", "types", "words", "links", "names_author", "has_properties"):
        assert getattr(read, name) == getattr(own, name)
    assert read.meta() == own.meta()
    for name in ("properties", "scripts", "item_types"):
        assert getattr(read, name)(100) == getattr(own, name)(100)
    assert own.properties(1) or own.links


def test_the_nodes_that_are_kept_state_what_a_pass_over_lxmls_tree_finds():
    more = "<div hidden data-price=1><input type=hidden name=sku value=2><time></time></div>"
    words = ExactWords({"state": (b"{", b"1")})

    def found(root):
        stated = PageStatements(root, 100)
        elements = StatedElements(stated, frozenset({"/"}), 100, 100)
        programs = ProgramPlaces(stated, words, ExactWords({"data": (b"price",)}))
        kinds = elements.homes, elements.times, elements.noscripts, stated.properties(9), stated.scripts(9)
        items = [[(one.tag, one.items()) for one in kind] for kind in kinds]
        return items, programs.scripts, programs.attributes

    page = Page.from_html(PAGE.replace("</body>", more))
    assert isinstance(page.root, NodeElement)
    assert found(page.root) == found(page.tree)
    assert found(page.root)[1:] == ([("1", "")], [[("price", "1")], [("sku", "2")]])


def test_a_tree_whose_root_has_no_row():
    script = fromstring("<script type=ld+json itemprop=a>QAPage</script><p>b").find(".//script")
    page = Page.from_tree(script)
    assert (len(page.columns), page.statements.types) == (0, {DISCUSSIONS[1]})
    assert page.statements.properties(2) == page.statements.scripts(2) == [script]


@pytest.mark.parametrize(
    ("meta", "said"),
    [
        ("<meta name='Keywords' content=' a \n b '>", {"keywords": ["a b"]}),
        (
            "<meta property=' OG:Title\tx ' name=og:title content=a>",
            {"og:title": ["a"], "x": ["a"]},
        ),
        ("<meta http-equiv=X name=ÀÉ\xa0x value=a><meta name=X content=b>", {"àé": ["a"], "x": ["a", "b"]}),
        ("<meta name=a content><meta name content=b><meta name=' ' content=c><meta content=d>", {}),
        ("<meta name=a content='' value=b><META NAME=A CONTENT=c>", {"a": ["b", "c"]}),
        (f"<meta name=a content='{'b' * 1999} c'>", {"a": ["b" * 1999]}),
    ],
)
def test_what_meta_elements_state_by_the_words_of_their_names(meta, said):
    assert PageStatements(fromstring(f"<html><head>{meta}</head><body><p>a"), most=100).meta() == said


def test_what_tells_the_type_of_a_page_is_told_of_all_that_meta_elements_state():
    rng = random.Random(5)
    told = ["generator", "og:type", "article:published_time", "author"]
    values = [*told, "Author", "x OG:TYPE", "à author", "authors", "og:types", "gene", "", " generator", "x"]
    found = 0
    for _ in range(300):
        metas = [
            f"<meta {rng.choice(['name', 'property', 'http-equiv', 'PROPERTY', 'id'])}='{rng.choice(values)}' "
            f"name='{rng.choice(values)}' {rng.choice(['content', 'value'])}='{rng.choice(['a', 'b c', ' '])}'>"
            for _ in range(6)
        ]
        tree = fromstring(f"<html><head>{''.join(metas[:4])}</head><body><p>a{''.join(metas[4:])}")
        for most in (2, 100):
            stated = PageStatements(tree, most=most)
            assert stated.told == {word: said for word, said in stated.meta().items() if word in told}
            found += len(stated.told)
    assert found > 300
    assert pickle.loads(pickle.dumps(stated)).told == stated.told


@pytest.mark.parametrize(
    ("body", "types"),
    [
        ("<p itemscope itemtype=https://schema.org/QAPage>", {DISCUSSIONS[1]}),
        ("<p itemtype=https://schema.org/QAPage/>", set()),
        (
            "<p itemprop=a itemtype=//schema.org/Question><p itemtype=' x/FAQPage'>",
            {QUESTION, QUESTIONS},
        ),
        ("<p itemtype=Question>", set()),
        ("<p hidden><b ITEMTYPE=xDiscussionForumPosting></b>", {DISCUSSIONS[0]}),
        ("<p itemtype>", set()),
        (
            "<script type=application/LD+json>{QAPageFAQPage</script>",
            {DISCUSSIONS[1], QUESTIONS},
        ),
        ("<script>QAPage</script><script type=ld+json></script><script type=ld src=QAPage></script>QAPage", set()),
    ],
)
def test_the_types_of_discussions(body, types):
    assert PageStatements(fromstring(f"<html><body><p>a{body}"), most=100).types == types


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<script type=application/LD+json>{'articleBody': 'x'}</script>", {ARTICLE_BODY}),
        ("<p hidden><script type=ld+json>Products</script><script type=ld+json>articleBody", {ARTICLE_BODY, PRODUCT}),
        ("Product<!--Product--><script>Product</script><script type=ld+json src=Product></script>", set()),
    ],
)
def test_words_of_json_ld(body, words):
    tree = fromstring(f"<html><body><p>a{body}")
    assert PageStatements(tree, most=100).words == Page.from_tree(tree).statements.words == words


@pytest.mark.parametrize(
    ("link", "named"), [("<a rel='nofollow AUTHOR'>", True), ("<link rel=author>", False), ("<a class=author>", False)]
)
def test_links_that_name_the_author_count_however_many_links_are_told(link, named):
    tree = fromstring(f"<body><a rel=license href=/l>b</a><p>{link}a")
    assert PageStatements(tree, most=1).names_author == named


def test_links_to_the_home_page():
    tree = fromstring(PAGE)

    def homes(anchors):
        values = frozenset({"/", "/up", "http://a.example"})
        return [link.text for link in StatedElements(PageStatements(tree), values, 100, anchors).homes]

    assert homes(100) == ["home", "up", "f"]
    assert homes(2) == ["home", "up"]
    assert homes(1) == ["home"]


def test_limits_and_what_is_no_tree():
    tree = fromstring(PAGE)
    found = PageStatements(tree, most=1)
    assert [len(kind) for kind in (found.meta(), found.properties(1), found.links, found.scripts(1))] == [1] * 4
    assert len(StatedElements(found, most=1).times) == 1
    part = tree.find(".//p")
    below = PageStatements(part, 100)
    assert (len(below.properties(100)), below.meta(), below.links) == (1, {}, [("a", "license", "")])
    assert StatedElements(below, frozenset({"/"}), 100, 100).homes == []
    assert PageStatements().meta() == {}
    assert PageStatements().scripts(1) == PageStatements().properties(1) == PageStatements().item_types(1) == []
    assert StatedElements().times == []
    for read in (PageStatements, StatedElements):
        with pytest.raises(TypeError):
            read("<p>")


def test_what_the_head_states_of_title_and_descriptions_that_differ():
    tree = fromstring(
        """<html><head><meta name=og:title content=name><meta property=OG:title content=other>
        <meta content=" Of  a
        river" property=og:title name=description><meta property=og:title content=second>
        <meta name=Description content=" The  river
        rises "><meta property=og:description content="The river rises"><meta name=twitter:description value=Rain>
        <meta name=description><meta name=og:descriptions content=no></head><body><meta name=description content=body>
        </body></html>"""
    )
    found = PageStatements(tree, 100).head
    assert (found.title, found.descriptions) == ("Of a river", ["Of a river", "The river rises", "Rain"])
    page = Page.from_tree(tree)  # along the walk
    assert (page.titles.open_graph, page.titles.descriptions) == (found.title, found.descriptions)
    for without in (PageStatements(), pickle.loads(pickle.dumps(page.statements))):
        assert (without.head.title, without.head.descriptions) == ("", [])


def test_the_first_title_of_the_first_head_with_a_meta_counts_and_no_more_than_is_read():
    empty = fromstring("<html><head><meta property=og:title><meta property=og:title content=second></head></html>")
    assert PageStatements(empty, 100).head.title == ""
    many = "".join(f"<meta name=description content='{'rain ' * 500}{n}'>" for n in range(2))
    many += "".join(f"<meta name=description content={n}>" for n in range(20))
    head = PageStatements(
        fromstring(f"<html><head><meta property=og:title content={'a' * 2000}>{many}</head></html>")
    ).head
    assert len(head.title) == 1000
    assert head.descriptions == [("rain " * 400).strip(), *map(str, range(7))]
    two = Element("html")
    SubElement(SubElement(two, "head"), "title")
    SubElement(SubElement(two, "head"), "meta", property="og:title", content="of the second head")
    SubElement(SubElement(SubElement(two, "body"), "head"), "meta", property="og:title", content="of the body")
    assert PageStatements(two, 100).head.title == Page.from_tree(two).titles.open_graph == "of the second head"
    SubElement(two[0], "meta", property="og:title", content="of the first")
    assert PageStatements(two, 100).head.title == Page.from_tree(two).titles.open_graph == "of the first"


def test_a_meta_element_of_very_many_words_is_read_at_once():
    words = " ".join(f"w{number}" for number in range(30_000))
    start = process_time()
    page = Page.from_html(f"<meta name='{words} generator' property='{words}' content='Reed'><p>The river rose.")
    assert (page.statements.told, page.meta["w29999"]) == ({"generator": ["Reed"]}, ["Reed"])
    assert process_time() - start < 3


@pytest.mark.parametrize(
    ("link", "may_file"),
    [
        ("<a href=/topics/TAGS/river>river</a>", True), ("<a href=/label/x>x</a>", True),
        ("<a rel='nofollow tag' href=/r>r</a>", True), ("<a href=/stage>s</a>", False), ("<a href=tag>t</a>", False),
        ("<a rel=tag>no address</a>", False), ("<a href=/heritage rel=next>h</a>", False),
    ],
)  # fmt: skip
def test_links_that_may_lead_to_tags(link, may_file):
    stated = PageStatements(fromstring(f"<div><a href=/>home</a>{link}</div>"), most=100)
    assert StatedElements(stated, frozenset(), 10, 10).may_file is may_file
