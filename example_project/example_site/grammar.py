"""Text by rules: a vocabulary file is read into rules, and rules are expanded with a seeded random generator.

A vocabulary file (vocabulary/*.txt) has a line ``[rule]`` before the alternatives of each rule, one a line or
several separated by `` | ``. An alternative may hold slots: ``{rule}``, ``{rule.modifier}``, ``{3-40}`` (a
number in that range). A rule ``topic.rule`` is preferred to ``rule`` while that topic is written about.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import attrs

from .uyghur import CASES

VOCABULARIES = Path(__file__).parent / "vocabulary"
SLOT = re.compile(r"\{([^{}]+)\}")
RANGE = re.compile(r"(\d+)-(\d+)\Z")

Modifier = Callable[[str], str]
_T = TypeVar("_T")


def a_or_an(word: str) -> str:
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def capitalised(word: str) -> str:
    return word[:1].upper() + word[1:]


ENGLISH: Mapping[str, Modifier] = {"a": a_or_an, "cap": capitalised}


@attrs.frozen
class Topic:
    """What one article is about: a topic, and the few names and things that it keeps coming back to."""

    name: str = ""
    bound: Mapping[str, Sequence[str]] = attrs.field(factory=dict)


@attrs.frozen
class Grammar:
    rules: Mapping[str, Sequence[str]]
    modifiers: Mapping[str, Modifier] = attrs.field(factory=dict)

    @classmethod
    def read(cls, name: str, modifiers: Mapping[str, Modifier] | None = None) -> Grammar:
        """The grammar in vocabulary/`name`.txt."""
        rules: dict[str, list[str]] = {}
        current: list[str] = []
        for line in (VOCABULARIES / f"{name}.txt").read_text("utf-8").splitlines():
            if line.startswith("[") and line.endswith("]"):
                current = rules.setdefault(line[1:-1], [])
            elif line.strip() and not line.startswith("##"):
                current += [part.strip() for part in line.split(" | ")]
        return cls(rules, modifiers or {})

    def alternatives(self, rule: str, topic: Topic) -> Sequence[str]:
        for found in (topic.bound.get(rule), self.rules.get(f"{topic.name}.{rule}"), self.rules.get(rule)):
            if found:
                return found
        raise KeyError(f"no rule [{rule}] in the vocabulary (topic {topic.name!r})")

    def say(self, rule: str, rng: Random, topic: Topic) -> str:
        return self.fill(rng.choice(self.alternatives(rule, topic)), rng, topic)

    def fill(self, template: str, rng: Random, topic: Topic) -> str:
        """The template with every slot expanded."""

        def expand(match: re.Match[str]) -> str:
            number = RANGE.match(match[1])
            if number:
                return str(rng.randint(int(number[1]), int(number[2])))
            rule, *modifiers = match[1].split(".")
            words = self.say(rule, rng, topic)
            for modifier in modifiers:
                words = self.modifiers[modifier](words)
            return words

        return SLOT.sub(expand, template)

    def topic(self, rng: Random, name: str = "", **counts: int) -> Topic:
        """A topic with `counts` names bound, e.g. ``person=2``: two persons for the whole article."""
        bare = Topic(name)
        return Topic(name, {rule: self._distinct(rule, n, rng, bare) for rule, n in counts.items()})

    def _distinct(self, rule: str, n: int, rng: Random, topic: Topic) -> tuple[str, ...]:
        drawn = dict.fromkeys(self.say(rule, rng, topic) for _ in range(8 * n))
        return tuple(drawn)[:n]


MODIFIERS: Mapping[str, Mapping[str, Modifier]] = {"en_blog": ENGLISH, "en_docs": ENGLISH, "ug": CASES}


@functools.cache
def read(name: str) -> Grammar:
    """The grammar of a vocabulary with the modifiers of its language."""
    return Grammar.read(name, MODIFIERS.get(name))


class Writer:
    """Writes one text: never the same template twice before all of a rule's templates are used up."""

    def __init__(self, grammar: Grammar, rng: Random, topic: Topic | None = None, joiner: str = " ") -> None:
        self.grammar = grammar
        self.rng = rng
        self.topic = topic or Topic()
        self.joiner = joiner
        self._decks: dict[str, list[str]] = {}

    def say(self, rule: str) -> str:
        deck = self._decks.get(rule)
        if not deck:
            deck = self._decks[rule] = list(self.grammar.alternatives(rule, self.topic))
            self.rng.shuffle(deck)
        return self.grammar.fill(deck.pop(), self.rng, self.topic)

    def sentences(self, low: int, high: int, rule: str = "sentence") -> str:
        return self.joiner.join(self.say(rule) for _ in range(self.rng.randint(low, high)))

    def some(self, rule: str, low: int, high: int) -> list[str]:
        return [self.say(rule) for _ in range(self.rng.randint(low, high))]

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, things: Sequence[_T]) -> _T:
        return self.rng.choice(things)
