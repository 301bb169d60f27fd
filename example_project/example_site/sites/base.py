"""What all sites share: a host with language and vocabulary, a plan of articles, pages made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from html import escape
from random import Random

import attrs

from ..article import Article, Shape, compose
from ..grammar import Grammar, Topic, Writer, read
from ..page import ExamplePage

# The sites were last updated then; nothing depends on the day on which they are built.
TODAY = datetime(2024, 11, 20, 9, 0)

Path = Callable[[int, datetime, str], str]


@attrs.frozen
class Site:
    """One host. `topics` are names of topics in the vocabulary with the titles of their sections."""

    host: str
    lang: str
    vocabulary: str
    topics: dict[str, str]
    joiner: str = " "
    charset: str = "utf-8"
    header_charset: str | None = "utf-8"  # old servers send none
    oldest_days: int = 400

    @property
    def grammar(self) -> Grammar:
        return read(self.vocabulary)

    def rng(self, seed: int, *of: object) -> Random:
        """A generator of its own for each page and purpose: a change in one leaves the others alone."""
        return Random("/".join(map(str, (seed, self.host, *of))))

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"

    def writer(self, rng: Random, topic: str | None = None, **names: int) -> Writer:
        name = topic or rng.choice(list(self.topics))
        bound = self.grammar.topic(rng, name, **names) if names else Topic(name)
        return Writer(self.grammar, rng, bound, self.joiner)

    def plan(
        self,
        seed: int,
        count: int,
        shape: Shape,
        path: Path,
        names: dict[str, int],
        prefix: str = "",
        links: Sequence[str] = (),
    ) -> list[Article]:
        """`count` articles, newest first. `path` makes an article's address of number, date and title."""
        drafts: list[tuple[Article, Writer]] = []
        titles: set[str] = set()
        for number, date in enumerate(self._dates(seed, count, prefix)):
            rng = self.rng(seed, "article", prefix, number)
            topic = list(self.topics)[number % len(self.topics)]
            writer = self.writer(rng, topic, **names)
            title = writer.say(f"{prefix}title")
            while title in titles:
                title = writer.say(f"{prefix}title")
            titles.add(title)
            author = writer.say("person")
            drafts.append((Article(path(number, date, title), title, date, author, topic, ()), writer))
        addresses = [*links, *(draft.url for draft, _ in drafts)]
        return [attrs.evolve(draft, elements=compose(writer, shape, addresses, prefix)) for draft, writer in drafts]

    def _dates(self, seed: int, count: int, prefix: str) -> list[datetime]:
        rng = self.rng(seed, "dates", prefix)
        minutes = sorted(rng.sample(range(self.oldest_days * 24 * 60), count))
        return [TODAY - timedelta(minutes=m) for m in minutes]

    def page(
        self,
        path: str,
        html: str,
        layout: str,
        article: Article | None = None,
        charset: str | None = None,
        articles: Sequence[Article] = (),
    ) -> ExamplePage:
        """The page with the bytes of the site's charset (or of `charset`), and the gold of `article`.

        articles: those of the site, of which the page may link to some.
        """
        header = f"; charset={self.header_charset}" if self.header_charset else ""
        return ExamplePage(
            url=self.url(path),
            body=html.encode(charset or self.charset),
            content_type=f"text/html{header}",
            site=self.host,
            layout=layout,
            lang=self.lang,
            gold_text=article.gold_text if article else None,
            gold_title=article.title if article else None,
            gold_related=tuple(
                other.title
                for other in articles
                if article and other is not article and other.section == article.section and f'"{other.url}"' in html
            ),
        )


def others(articles: Sequence[Article], article: Article | None, rng: Random, count: int) -> list[Article]:
    """Some of the other articles, as lists of related and recommended ones show them."""
    rest = [other for other in articles if other is not article]
    return rng.sample(rest, min(count, len(rest)))


def link(address: str, text: str, attributes: str = "") -> str:
    return f'<a href="{escape(address)}"{" " if attributes else ""}{attributes}>{escape(text, quote=False)}</a>'


def ad_link(writer: Writer, attributes: str = 'target="_blank"') -> str:
    """One of the rotating advertisements."""
    return link(f"http://ads.example/click?id={writer.rng.randint(1, 9999)}", writer.say("ad"), attributes)


def link_items(articles: Sequence[Article], dated: bool = False) -> str:
    """A list item with a link for each article."""
    return "\n".join(
        f"<li>{link(a.url, a.title)}{f'<span>{a.date:%m-%d}</span>' if dated else ''}</li>" for a in articles
    )


def joined(parts: Sequence[str]) -> str:
    return "\n".join(parts)
