"""Reads the labels of bylines ("by", "author", "editor"), with the words of the lexicon ``byline_words``.

`read_label` says which label a line begins with, and where the names behind it begin; `named_within` reads the labels,
the reporters and the forms within a line. Other modules ask these two, and have no labels of their own.
"""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives
from scrapy_denoise.blocks.regions.bylines import MAX_BYLINE_CHARS, MAX_BYLINE_WORDS, SENTENCE_END, has_byline
from scrapy_denoise.blocks.regions.date_reader import kept_of_lines, lower_in_place
from scrapy_denoise.blocks.regions.date_words import date_labels
from scrapy_denoise.page.compiled import count_words, first_word

_HAN = "[\u3400-\u9fff]"
_FIRST_HAN, _FIRST_KOREAN = "\u3000", "가"
_HAN_NAME, _KOREAN_NAME = rf"{_HAN}{{2,4}}", "[가-힣]{2,4}"
_JAPANESE = r"[\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff々]"
"""A character of a Japanese name."""

_SIGNS = ":：/|｜・＝"
_SOURCES = ("来源", "來源")
_SIGN = rf"\s*[{_SIGNS}]\s*"
"""What stands between a label and the names, beside a space."""

_REPORTER = "记者|記者|通讯员|通訊員|编译|編譯"
_OF_REPORTER = re.compile(f"[{''.join(label[-1] for label in _REPORTER.split('|'))}/／╱]")
"""The last character of one of these labels, or the slash behind a name without a label."""

_BEHIND_REPORTER = re.compile("(?<=[记記]者)(.{2,40}?)(?:通[讯訊][员員]|特[約约][记記]者).*")
"""A reporter with those who helped behind: 记者 王明 通讯员 李华."""

_CAPITAL = r"[^\W\d_a-zа-яα-ω]"
_NAME = re.compile(rf"{_CAPITAL}|(?:van|von|de|der|del|al|el|bin)\s")
_FULL_NAME = re.compile(
    rf"\A{_CAPITAL}[\w.'’-]*(?:\s(?:(?:van|von|de|der|del|di|da|la|le|al|el|bin)\s){{0,2}}{_CAPITAL}[\w.'’-]*){{1,4}}"
    r"(?:\s?[,;|/&·•(–—]|\s(?:(?i:and|und|et|en|og|och|y|e)\s|[^\W\d_]+[:：])|\W*$)"
)
_CASED = r"[^\W\d_a-zß-öø-ÿа-ёα-ώ\u0600-\u9fff][\w.'’-]{0,30}"
_NAMES_IN_FORM = (
    rf"(?:{_CASED}(?:\s{_CASED}){{1,3}}|[\u0620-\u06d5]{{1,30}}(?:\s[\u0620-\u06d5]{{1,30}}){{0,3}}"
    r"|[\u3040-\u30ff\u3400-\u9fff々]{2,8})"
)
"""What stands for names in a form: a few words with capital letters, or of a script that has none."""

_FIRST_NAMES = frozenset("von di de av od af door par por text words author autor".split())
"""The labels of authors that are the first words of names too."""

_TWO_WORDS = re.compile(rf"\A{_CAPITAL}\S{{0,30}}\s{_CAPITAL}\S{{0,30}}\Z")
_HAN_NAMES = re.compile(rf"{_HAN_NAME}(?:[\s、，]+{_HAN_NAME}){{0,3}}\W*$")
_ROLE = re.compile(rf"({_HAN}{{1,8}})\s*[:：]")
"""A label of Han characters that says who did what, such as the source of an article, its editor or its author."""

_WORD = re.compile(r"[^\W\d_]+")
_OF_OTHERS_TOO = ("words", "text")
"""Labels of authors that other lines begin with as well: "Text: Romans 8:28". They name one before a full name."""


def read_label(line: str) -> re.Match[str] | None:
    """The label with which a line begins, up to the names behind it; its last group is its kind.

    ``by``: a preposition, also behind a participle ("written by"). ``author``: a word with a sign behind it.
    ``spaced``: one that a space alone may part from a name. ``several``: one of several words. ``han``: one of Han
    characters, and ``text`` for 文. ``editor``, ``source``: those of others, which stand where a byline does.
    """
    word = first_word(line)
    if word not in first_words() and not (_FIRST_HAN <= word < _FIRST_KOREAN and _han_label().search(line)):
        return None
    return _label().match(lower_in_place(line))


def without_label(text: str, shown: bool = True) -> str:
    """A text without the label that it begins with; "Di Wang" has none.

    shown: not where a name is stated for machines, which can begin as a label does: "Von Miller"."""
    label = read_label(text)
    if label is None or (label[0].strip() in _FIRST_NAMES and (not shown or _TWO_WORDS.match(text.strip()))):
        return text
    return text[label.end() :]


def is_label_alone(text: str) -> bool:
    """Whether a text is nothing but a label."""
    label = read_label(text := f"{text.rstrip()} ")
    return label is not None and label.end() == len(text)


def is_byline(line: str) -> bool:
    """Whether a line names the author of a page: it begins with a label and a name and has few words."""
    if len(line) > MAX_BYLINE_CHARS or not _names_behind_label(line) or SENTENCE_END.search(line):
        return False
    return count_words(line, 0, len(line)) <= MAX_BYLINE_WORDS


def names_author(line: str) -> bool:
    """Whether a line names the author of a page by one of the words for it, as `has_byline` or as `is_byline` says."""
    # All words with which a line of ASCII can begin are among these.
    return (not line.isascii() or first_word(line) in first_words()) and (has_byline(line) or is_byline(line))


def _names_behind_label(line: str) -> bool:
    """Whether a line begins with a label and the sign or the names that follow one."""
    label = read_label(line)
    if label is None:
        return (
            not line.isascii()
            and _has_mark(line)
            and (_form_of(line) is not None or (has_role(line) and _ROLE.match(line) is not None))
        )
    kind, end = label.lastgroup or "", label.end()
    if kind == "by":
        return _NAME.match(line, end) is not None
    if label[0].rstrip()[-1:] in _SIGNS:
        return label[kind] not in _OF_OTHERS_TOO or _FULL_NAME.match(line[end:]) is not None
    return (
        line[end : end + 1].isalnum()
        if kind == "several"
        else kind == "han" and _HAN_NAMES.match(line, end) is not None
    )


@cache
def before_names() -> frozenset[str]:
    """The words before a name, and those before these: "written", "by"."""
    return frozenset(_words("by", "written"))


@cache
def first_words() -> frozenset[str]:
    """The first words of all labels, but for those of Han characters."""
    words = _words("by", "written", "spaced", "authors", "editors")
    return frozenset(first_word(word) for word in words if not _is_han(word))


def words_of_labels() -> tuple[set[str], set[str], set[str], set[str]]:
    """Of the first three one is in every line with a label of authors: the first words of labels and of what stands
    before names in forms, the words behind names, and the first two characters of labels in scripts without spaces. The
    last has one of all that stands around names without a sign: labels of others and of dates, agencies,
    companies."""
    others = (*_words("others", "beginnings", "endings", "news_agencies", "makers"), *date_labels())
    before, behind = zip(*_forms(), strict=True)
    unspaced = [word for word in (*_words("authors", "editors"), *_SOURCES, *before, "기자") if word >= _FIRST_HAN]
    return (
        {*first_words(), *filter(None, map(first_word, before))},
        {words[-1] for words in map(_WORD.findall, behind) if words},
        {*(word[:2] for word in unspaced if len(word) > 1), *(f"文{sign}" for sign in f"{_SIGNS} ")},
        set(filter(None, map(first_word, others))),
    )


@cache
def _label() -> re.Pattern[str]:
    """All labels at the beginning of a line in small letters."""
    either = rf"(?:{_SIGN}|\s+)"
    spaced = _words("spaced")
    words = [word for word in _words("authors", "editors") if not _is_han(word)]
    editors = [word for word in _words("editors") if not _is_han(word)]
    single = [word for word in words if " " not in word and word not in editors]
    return re.compile(
        rf"\A\W*(?:(?P<by>(?:(?:{alternatives(_words('written'))})\s+)?"
        rf"(?:{alternatives(_words('by'))})){either}"
        rf"|(?P<several>{alternatives(word for word in words if ' ' in word)}){either}"
        rf"|(?P<spaced>{alternatives(spaced)}){either}"
        rf"|(?P<author>{alternatives(single)}){_SIGN}|(?P<editor>{alternatives(editors)}){_SIGN}|(?P<source>{'|'.join(_SOURCES)}){_SIGN}"
        rf"|(?:{_HAN}{{0,8}}?(?P<han>{_han('authors', 'editors')})|(?P<text>文)){either})"
    )


# --- names within a line ---


def has_role(line: str) -> bool:
    """Whether a line has a label of authors or editors in Han characters, with a colon behind it."""
    return any(_writer().fullmatch(role) or _editor().fullmatch(role) for role in _ROLE.findall(line))


def written_by(line: str) -> str:
    """The part of a line that names its authors, with semicolons between names of several places: what stands within it
    behind a label (`named_within`), else behind the label at its beginning, up to the labels of others."""
    named = named_within(line)
    return without_label(without_others(line)) if named is None else named


def named_within(line: str) -> str | None:
    """What names the authors within a line: behind a label with a colon, up to the next label; in a form; behind the
    labels of authors in Han characters, else the reporter's (【…記者…／…報導】), else what stands before the first
    label of others, but for labels of editors. None for a line without such labels."""
    if line.isascii() or not _has_mark(line):
        named = _label_within().search(lower_in_place(line)) if ":" in line or "：" in line else None
        return line[named.start(1) : named.end(1)].strip() if named else None
    line = _BEHIND_REPORTER.sub(r"\1", line) if "者" in line else line
    if (form := _form_of(line)) is not None:
        return form[form.lastgroup or 0]
    before, *parts = _ROLE.split(line) if ":" in line or "：" in line else [line]
    if names := [name for label, name in zip(parts[::2], parts[1::2], strict=True) if _writer().fullmatch(label)]:
        return ";".join(names)
    if _OF_REPORTER.search(line):
        if names := [next(filter(None, match.groups())) for match in _reporter().finditer(line)]:
            return ";".join(names)
        before = _reporter().sub("", before)
    return "" if _edited().search(line) else without_label(before)


def edited_by(line: str) -> str:
    """The names behind the labels of editors in Han characters, with semicolons between; empty where there is none."""
    _, *parts = _ROLE.split(line) if not line.isascii() else [""]
    return ";".join(name for label, name in zip(parts[::2], parts[1::2], strict=True) if _editor().fullmatch(label))


def _form_of(line: str) -> re.Match[str] | None:
    """A line that is one of the forms, or the names of Japanese in lenticular brackets, with its names in a group."""
    # To compile all forms takes as long as some ten pages, and next to no line has the words of one.
    return _form().match(line) if _words_of_forms().search(line.lower()) else None


@kept_of_lines
def _has_mark(line: str) -> bool:
    """Whether a line beyond ASCII may have names within it: a word of a form, a role, a reporter or a slash."""
    return _marks().search(line.lower()) is not None


def is_picture_credit(line: str) -> bool:
    """Whether a line of Han characters ends with a word for who took or drew a picture: 本报记者 王明 摄."""
    return line[-1:] >= _FIRST_HAN and _pictured().search(line) is not None


def without_others(line: str) -> str:
    """A line up to the names of others than its authors: "Ann Lee. Reviewed by Bo Yun"."""
    found = _other().search(lower_in_place(line))
    return line[: found.start()].rstrip(" .,;") if found else line


def names_others(label: str) -> bool:
    """Whether a text ends with a label of others than the authors: "Medically reviewed by"."""
    return any(not label[found.end() :].strip(" :：") for found in _other().finditer(lower_in_place(label)))


def without_frame(name: str) -> str:
    """A name without the words around it of the line that shows it: "About Ann Lee"."""
    return _ending().sub("", _beginning().sub("", name))


def without_role(name: str) -> str:
    """A name without what its person did or is, in brackets or as a word of Han: "Ann Lee (Editor)", "夏目漱石 著"."""
    return _role().sub("", name)


# --- names that are none of persons, and what persons are ---


def is_office(name: str) -> bool:
    """Whether what stands where names do is what a person is, such as a reporter or a "Chief Editor of the Valley"."""
    return name.casefold() in _words_of("offices") or _office().fullmatch(name.lower()) is not None


def has_office(name: str) -> bool:
    """Whether one of the words of a text is what a person is, or a desk."""
    return _occupation().search(name.lower()) is not None


def is_degree(text: str) -> bool:
    """Whether a text is what stands behind a name and a comma, such as "MD"."""
    return text.casefold().rstrip(".") in _words_of("degrees")


def is_label(name: str) -> bool:
    """Whether what stands where names do begins as a label of an interface does, such as "Read more"."""
    return _interface().match(name) is not None


def is_nobody(name: str) -> bool:
    """Whether a name is that of an account or a label which stands for anybody, such as "admin"."""
    return name.casefold() in _words_of("nobody")


def is_agency(name: str) -> bool:
    """Whether a name in Han characters ends as those of papers, channels and offices do."""
    return name[:1] >= _FIRST_HAN and name.endswith(_agencies())


def without_agency(name: str) -> str:
    """A name without that of an agency which gives papers their news: "GK PAP", and nothing of "PAP" alone."""
    if name.casefold() in _words_of("news_agencies"):
        return ""
    first, _, last = name.rpartition(" ")
    return first if last.casefold() in _words_of("news_agencies") else name


def is_maker(name: str) -> bool:
    """Whether a name is that of a company, or of who has made a site."""
    return _maker().search(name.lower()) is not None


def split_names(name: str) -> list[str]:
    """The names of Chinese that stand in one with spaces between; what is said of a person behind a name is none."""
    first, *others = name.split()
    if not others or not is_person(first):
        return [name]
    return [first, *(part for part in others if not is_office(part) and is_person(part))]


def is_person(name: str) -> bool:
    """Whether a name is one of a Chinese, the family's name and one or two characters behind it."""
    return _person().fullmatch(name) is not None


# --- the words, as patterns in small letters ---


def _words(*names: str) -> list[str]:
    return [word.lower() for name in names for word in sections("byline_words")[name]]


@cache
def _words_of(name: str) -> frozenset[str]:
    return frozenset(_words(name))


def _any(*names: str) -> str:
    return alternatives(_words(*names))


def _is_han(word: str) -> bool:
    return _FIRST_HAN <= word < _FIRST_KOREAN


def _han(*names: str) -> str:
    """The words of Han characters; one alone, as 文, is the end of names too."""
    return alternatives(word for word in _words(*names) if _is_han(word) and len(word) > 1)


@cache
def _han_label() -> re.Pattern[str]:
    return re.compile(f"文|{'|'.join(_SOURCES)}|{_han('authors', 'editors')}")


@cache
def _writer() -> re.Pattern[str]:
    return re.compile(rf"{_HAN}{{0,8}}?(?:{_han('authors')})|文")


@cache
def _editor() -> re.Pattern[str]:
    return re.compile(rf"{_HAN}{{0,4}}?(?:{_han('editors')})")


@cache
def _edited() -> re.Pattern[str]:
    """A label of editors without a colon, or behind a name: （责任编辑 王明）, （王明 编辑）."""
    words = _han("editors")
    return re.compile(rf"\A\W*{_HAN}{{0,4}}?(?:{words})|\s(?:{words})\W*\Z")


@cache
def _marks() -> re.Pattern[str]:
    return re.compile(f"{_words_of_forms().pattern}|{_han('authors', 'editors')}|{_ROLE.pattern}|[/／╱]")


@cache
def _label_within() -> re.Pattern[str]:
    """A label behind other words, with a colon and the names up to the next label."""
    labels = alternatives(
        word for word in _words("authors", "spaced") if not _is_han(word) and word not in _OF_OTHERS_TOO
    )
    return re.compile(rf"(?<=\w\s)(?:{labels})\s?[:：]\s?((?:(?!\s[^\s:：]{{1,30}}\s?[:：])[^:：;|]){{2,60}})")


@cache
def _reporter() -> re.Pattern[str]:
    """Names behind the label of a reporter, up to the end of the line, a mark or another label, or before a report."""
    name, reports = _HAN_NAME, rf"(?:{_any('reports')})"
    labels = rf"\s(?:{_REPORTER}|摄影|攝影|编辑|編輯)"
    return re.compile(
        rf"(?:{_REPORTER})\s*(?:({name}?(?:\s?、\s?{name}?){{0,5}})(?=\s*(?:[／/╱|｜】\])）]|{reports}))"
        rf"|({name}?(?:(?:\s?、\s?|\s){name}?){{0,5}}?)(?=\s*\Z|{labels})|({name}?)(?=\s*[,，、]))"
        rf"|(?<!{_HAN})({name})\s*[／/╱]\s*{_HAN}{{0,8}}?{reports}"
    )


def _forms() -> list[tuple[str, str]]:
    """What stands before the names in each form, and behind them."""
    forms = (line.partition("…") for line in _words("forms"))
    return [(before.strip(), after.strip()) for before, _, after in forms]


@cache
def _words_of_forms() -> re.Pattern[str]:
    words = alternatives(max(form, key=len) for form in _forms())
    return re.compile(rf"{words}|【|기자")


@cache
def _form() -> re.Pattern[str]:
    patterns = [
        rf"(?i:{re.escape(before)}\s{{0,3}})(?P<names{number}>{_NAMES_IN_FORM})(?i:\s{{0,3}}{re.escape(after)})"
        for number, (before, after) in enumerate(_forms())
    ]
    # Behind a family name that names a place as well, these begin what is said of it ("千葉県警").
    person = rf"(?:{_surnames('japanese_surnames')})(?![県市区町村駅港])\s?{_JAPANESE}{{2,4}}"
    patterns.append(rf"【(?P<persons>{person}(?:[、・／/]{person}){{0,3}})】")
    # A Korean reporter behind places ("서울, 부산 홍길동 기자").
    name = _KOREAN_NAME
    patterns.append(rf"(?:[가-힣]{{1,6}}[,= ]\s?){{0,3}}?(?P<korean>{name}(?:\s?[·,]\s?{name}){{0,3}})\s?기자")
    address = r"(?:[\w.-]{1,40}@[\w.-]{1,40})?"
    return re.compile(rf"\W{{0,8}}(?:{'|'.join(patterns)})\W{{0,8}}{address}\W{{0,8}}\Z")


@cache
def _pictured() -> re.Pattern[str]:
    """The words at the end of a line, but behind one for the text: 王明 文/图."""
    return re.compile(rf"(?<![文並并/／、])(?:{_any('picture_ends')})[)）\]】。]{{0,3}}\Z")


@cache
def _other() -> re.Pattern[str]:
    words = _any("others").replace(":", r"\s?[:：]")
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")


@cache
def _beginning() -> re.Pattern[str]:
    return re.compile(rf"\A(?:{_any('beginnings')})(?:(?<=:)\s*|{_SIGN}|\s+)(?=\w)", re.IGNORECASE)


@cache
def _ending() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{_any('endings')})\Z", re.IGNORECASE)


@cache
def _role() -> re.Pattern[str]:
    words = alternatives(word for word in _words("roles") if _is_han(word))
    return re.compile(rf"(?<=\w)(?:\s?[(（](?:{_any('roles', 'occupations')})[)）]|\s(?:{words}))\Z", re.IGNORECASE)


@cache
def _occupation() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{_any('occupations', 'desks')})(?![\w-])")


@cache
def _office() -> re.Pattern[str]:
    """An occupation with up to two words before it, and what it is of; more words before it are a name."""
    word, of = r"[\w&'’-]{1,30}", "of|for|at|de|du|für|der|und|and|&"
    return re.compile(rf"(?:(?:{word}\s)?{word}\s)?(?:{_any('occupations')})(?:\s(?:{of})\s.*)?")


@cache
def _interface() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('labels')})(?!\w)", re.IGNORECASE)


@cache
def _agencies() -> tuple[str, ...]:
    return tuple(_words("agencies"))


@cache
def _maker() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_any('makers')})(?!\w)")


@cache
def _person() -> re.Pattern[str]:
    """A name of a Chinese with the family's."""
    return re.compile(rf"(?:{_surnames('surnames')}){_HAN}{{1,2}}")


def _surnames(section: str) -> str:
    """The family names of a section, several in a line."""
    return alternatives({name for line in _words(section) for name in line.split()})
