"""Reads the labels of bylines ("by", "editor", "source"), with the words of the lexicon ``byline_words``."""

from __future__ import annotations

import re
from functools import cache

from scrapy_denoise.blocks.lexicon import sections
from scrapy_denoise.blocks.lexicon.alternatives import alternatives

_HAN = "(?-i:[\u3400-\u9fff])"  # where case is ignored, the pattern would be compiled character by character
_NAME = rf"{_HAN}{{2,4}}"
_FIRST_BEYOND_LATIN, _FIRST_HAN = "\u0370", "\u3000"
_REPORTER = "记者|記者|通讯员|通訊員|编译|編譯"
_BEHIND_REPORTER = re.compile("(?<=[记記]者)(.{2,40}?)(?:通[讯訊][员員]|特[约約][记記]者).*")
"""A reporter with those who helped behind: 记者 王明 通讯员 李华."""
_JAPANESE = r"[\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff々]"
"""A character of a Japanese name."""

_KOREAN, _FIRST_KOREAN = "[가-힣]", "가"

_CASED = r"[^\W\d_a-zß-öø-ÿа-ёα-ώ\u0600-\u9fff][\w.'’-]{0,30}"
_NAMES_IN_FORM = (
    rf"(?:{_CASED}(?:\s{_CASED}){{1,3}}|[\u0620-\u06d5]{{1,30}}(?:\s[\u0620-\u06d5]{{1,30}}){{0,3}}"
    r"|[\u3040-\u30ff\u3400-\u9fff々]{2,8})"
)
"""What stands for names in a form: a few words with capital letters, or of a script that has none."""

_ROLE = re.compile(rf"({_HAN}{{1,8}})\s*[:：]")
"""A label of Han characters that says who did what, such as the source of an article, its editor or its author."""


OF_OTHERS_TOO = "words|text"
"""Labels of authors that other lines begin with as well: "Text: Romans 8:28". They name one before a full name."""


def names_author(line: str) -> bool:
    """Whether a line begins with a label of authors or editors and the sign or the names that follow one; those of
    ASCII are in `BYLINE` of ``bylines``."""
    return not line.isascii() and (_label_and_name().match(line) or _form_of(line)) is not None


def is_credit(line: str) -> bool:
    """True if a line only credits a picture, or names the source of the text."""
    return _credit().match(line) is not None and not has_role(line)


def is_picture_credit(line: str) -> bool:
    """Whether a line of Han characters ends with a word for who took or drew a picture: 本报记者 王明 摄."""
    return line[-1:] >= _FIRST_HAN and _pictured().search(line) is not None


def has_role(line: str) -> bool:
    """Whether a line has a label of authors or editors in Han characters."""
    return any(_writer().fullmatch(role) or _editor().fullmatch(role) for role in _ROLE.findall(line))


def written_by(line: str) -> str:
    """Of a line with labels of Han characters the names, with semicolons between: those behind the labels of authors,
    else the reporter's (【…記者…／…報導】), else what stands before the first label, but for labels of editors; behind
    a label in another script what stands there (`named_behind_label`); a line without labels as it is.
    """
    if not may_have_label(line):
        return _label().sub("", line)
    line = _BEHIND_REPORTER.sub(r"\1", line)
    if (form := _form_of(line)) is not None:
        return form[form.lastgroup or 0]
    if named := named_behind_label(line):
        return named
    before, *parts = _ROLE.split(line)
    if _edited().search(line):
        before = ""
    for role in (_writer(), None):
        if role is None:
            names = [
                name
                for match in _reporter().finditer(line)
                if not _agency().search(name := next(filter(None, match.groups())))
            ]
        else:
            names = [name for label, name in zip(parts[::2], parts[1::2], strict=True) if role.fullmatch(label)]
        if names:
            return ";".join(names)
    return _label().sub("", _reporter().sub("", before))


def edited_by(line: str) -> str:
    """The names behind the labels of editors in a line with labels of Han characters, with semicolons between; empty
    where there is none."""
    if line.isascii():
        return ""
    _, *parts = _ROLE.split(line)
    names = [name for label, name in zip(parts[::2], parts[1::2], strict=True) if _editor().fullmatch(label)]
    if not names and (found := _editor_and_name().fullmatch(line)):
        names = [found[1]]
    return ";".join(names)


def named_behind_label(line: str) -> str:
    """What stands behind a label of authors and a colon up to the next label, where other words stand before it and the
    label is in a script other than those of Latin and Han; empty where there is none."""
    found = None if line.isascii() else _label_within().search(line)
    return found[1].strip() if found and any(map(str.isalnum, line[: found.start()])) else ""


def is_office(name: str) -> bool:
    """Whether what stands where names do is what a person is, such as a reporter or a "Chief Editor of the Valley"."""
    return name.casefold() in _office_names() or _office().fullmatch(name.lower()) is not None


def has_office(name: str) -> bool:
    """Whether one of the words of a text is what a person is, or a desk."""
    return _occupation().search(name.lower()) is not None


def is_degree(text: str) -> bool:
    """Whether a text is what stands behind a name and a comma, such as "MD"."""
    return text.casefold().rstrip(".") in _degrees()


def without_others(line: str) -> str:
    """A line up to the names of others than its authors: "Ann Lee. Reviewed by Bo Yun"."""
    small = line.lower()
    found = _other().search(small if len(small) == len(line) else line)
    return line[: found.start()].rstrip(" .,;") if found else line


def names_others(label: str) -> bool:
    """Whether a text ends with a label of others than the authors: "Medically reviewed by"."""
    return _other_label().search(label.lower()) is not None


def without_frame(name: str) -> str:
    """A name without the words around it of the line that shows it: "About Ann Lee"."""
    return _ending().sub("", _beginning().sub("", name))


def is_label(name: str) -> bool:
    """Whether what stands where names do begins as a label of an interface does, such as "Read more"."""
    return _interface().match(name) is not None


def is_nobody(name: str) -> bool:
    """Whether a name is that of an account or a label which stands for anybody, such as "admin"."""
    return name.casefold() in _nobodies()


def is_agency(name: str) -> bool:
    """Whether a name in Han characters ends as those of papers, channels and offices do."""
    return name[:1] >= _FIRST_HAN and _agency().search(name) is not None


def is_news_agency(name: str) -> bool:
    """Whether a name is that of an agency which gives papers their news."""
    return name.casefold() in _news_agencies()


def without_agency(name: str) -> str:
    """A name without that of an agency behind it: "GK PAP"."""
    first, _, last = name.rpartition(" ")
    return first if first and last.casefold() in _news_agencies() else name


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


def _words(*names: str) -> list[str]:
    found = (word.lower() for name in names for word in sections("byline_words")[name])
    return sorted(map(re.escape, found), key=len, reverse=True)


def _han(*names: str) -> str:
    """The words of Han characters; one alone, as 文, is the end of names too."""
    return "|".join(word for word in _words(*names) if word >= _FIRST_HAN and len(word) > 1)


def _any(*names: str) -> str:
    return "|".join(_words(*names))


@cache
def _others() -> tuple[str, str]:
    """The labels of authors and editors in other letters, and those of them that are several words: two patterns."""
    words = [word for word in _words("authors", "editors") if not _FIRST_HAN <= word < _FIRST_KOREAN]
    return "|".join(words), "|".join(word for word in words if "\\ " in word)


@cache
def _writer() -> re.Pattern[str]:
    return re.compile(rf"{_HAN}{{0,8}}?(?:{_han('authors')})|文")


@cache
def _editor() -> re.Pattern[str]:
    return re.compile(rf"{_HAN}{{0,4}}?(?:{_han('editors')})")


@cache
def _editor_and_name() -> re.Pattern[str]:
    """A whole line of a label of editors and a name, without a colon: （责任编辑 王明）."""
    return re.compile(rf"\W{{0,3}}{_HAN}{{0,4}}?(?:{_han('editors')})\s{{1,4}}({_HAN}{{2,4}})\W{{0,3}}")


@cache
def _edited() -> re.Pattern[str]:
    """A label of editors without a colon, or behind a name: （责任编辑 王明）, （王明 编辑）."""
    words = _han("editors")
    return re.compile(rf"\A\W*{_HAN}{{0,4}}?(?:{words})|\s(?:{words})\W*\Z")


@cache
def _news_agencies() -> frozenset[str]:
    return frozenset(sections("byline_words")["news_agencies"])


@cache
def _office_names() -> frozenset[str]:
    return frozenset(sections("byline_words")["offices"])


@cache
def _occupation() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{_any('occupations', 'desks')})(?![\w-])")


@cache
def _office() -> re.Pattern[str]:
    """An occupation with up to two words before it, and what it is of; more words before it are a name."""
    word, of = r"[\w&'’-]{1,30}", "of|for|at|de|du|für|der|und|and|&"
    return re.compile(rf"(?:(?:{word}\s)?{word}\s)?(?:{_any('occupations')})(?:\s(?:{of})\s.*)?")


@cache
def _degrees() -> frozenset[str]:
    return frozenset(sections("byline_words")["degrees"])


@cache
def _other() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_any('others')})(?!\w)")


@cache
def _other_label() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_any('others')})\s*[:：]?\s*\Z")


@cache
def _beginning() -> re.Pattern[str]:
    return re.compile(rf"\A(?:{_any('beginnings')})(?:(?<=:)\s*|\s*[:：]\s*|\s+)(?=\w)", re.IGNORECASE)


@cache
def _ending() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{_any('endings')})\Z", re.IGNORECASE)


@cache
def _interface() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('labels')})(?!\w)", re.IGNORECASE)


@cache
def _nobodies() -> frozenset[str]:
    return frozenset(sections("byline_words")["nobody"])


@cache
def _maker() -> re.Pattern[str]:
    """Their words; those of Han characters at the end alone."""
    words = _words("makers")
    han = "|".join(word for word in words if word >= _FIRST_HAN)
    others = "|".join(word for word in words if word < _FIRST_HAN)
    return re.compile(rf"(?<!\w)(?:{others})(?!\w)|(?:{han})\Z")


@cache
def _person() -> re.Pattern[str]:
    """A name of a Chinese with the family's."""
    return re.compile(rf"(?:{_surnames('surnames')}){_HAN}{{1,2}}")


def _surnames(section: str) -> str:
    """The family names of a section, several in a line."""
    families = {name for line in sections("byline_words")[section] for name in line.split()}
    return "|".join(sorted(families, key=len, reverse=True))


def may_have_label(line: str) -> bool:
    """Whether a line has what each of the labels behind its first word has, none of which is of ASCII: a slash, a word
    of a form or a label of Han characters, or a colon behind any Han characters or another label."""
    if line.isascii():
        return False
    has = line.lower().__contains__
    if any(map(has, _marks())):
        return True
    return (has(":") or has("：")) and (_ROLE.search(line) is not None or any(map(has, _labels_within())))


@cache
def _marks() -> tuple[str, ...]:
    """What `may_have_label` looks for: no mark that another one is a part of."""
    forms = [max(form, key=len).lower() for form in _forms()]
    words = [word for name in ("authors", "editors") for word in sections("byline_words")[name] if word >= _FIRST_HAN]
    marks = {*forms, *words, *_REPORTER.split("|"), *"来源|來源|【|기자|/|／|╱".split("|")}
    return tuple(mark for mark in marks if not any(other in mark for other in marks - {mark}))


def _form_of(line: str) -> re.Match[str] | None:
    """A line that is one of the forms, or the names of Japanese in lenticular brackets, with its names in a group."""
    # To compile all forms takes as long as some ten pages, and next to no line has the words of one.
    return _form().match(line) if not line.isascii() and _words_of_forms().search(line.lower()) else None


def _forms() -> list[tuple[str, str]]:
    """What stands before the names in each form, and behind them."""
    forms = (line.partition("…") for line in sections("byline_words")["forms"])
    return [(before.strip(), after.strip()) for before, _, after in forms]


@cache
def _words_of_forms() -> re.Pattern[str]:
    words = "|".join(re.escape(max(form, key=len).lower()) for form in _forms())
    return re.compile(rf"{words}|【|기자|[／/╱]{_HAN}{{1,8}}(?:{_any('reports')})")


@cache
def _form() -> re.Pattern[str]:
    patterns = [
        rf"(?i:{re.escape(before)}\s{{0,3}})(?P<names{number}>{_NAMES_IN_FORM})(?i:\s{{0,3}}{re.escape(after)})"
        for number, (before, after) in enumerate(_forms())
    ]
    # Behind a family name that names a place as well, these begin what is said of it ("千葉県警").
    person = rf"(?:{_surnames('japanese_surnames')})(?![県市区町村駅港])\s?{_JAPANESE}{{2,4}}"
    patterns.append(rf"【(?P<persons>{person}(?:[、・／/]{person}){{0,3}})】")
    # A Korean reporter behind places ("서울, 부산 홍길동 기자"), a Chinese one before a place ("王小明／台北報導").
    name = rf"{_KOREAN}{{2,4}}"
    patterns.append(rf"(?:{_KOREAN}{{1,6}}[,= ]\s?){{0,3}}?(?P<korean>{name}(?:\s?[·,]\s?{name}){{0,3}})\s?기자")
    patterns.append(
        rf"(?:{_HAN}{{2,8}}[／/╱])?(?:{_REPORTER})?(?P<chinese>{_NAME})[／/╱]{_HAN}{{0,8}}?(?:{_any('reports')})"
    )
    address = r"(?:[\w.-]{1,40}@[\w.-]{1,40})?"
    return re.compile(rf"\W{{0,8}}(?:{'|'.join(patterns)})\W{{0,8}}{address}\W{{0,8}}\Z")


@cache
def _label() -> re.Pattern[str]:
    """A label before names: of words with a colon, of several words or of Han characters also with a space, these also
    behind 文/ ("text by")."""
    others, several = _others()
    return re.compile(
        rf"^\W*(?:(?:文\s?[/／]\s?)?{_HAN}{{0,8}}?(?:{_han('authors', 'editors')})\s*(?:[:：/|｜]|\s)"
        rf"|(?:{others})\s*[:：/|]|(?:{several})\s)\s*",
        re.IGNORECASE,
    )


@cache
def _label_and_name() -> re.Pattern[str]:
    others, several = _others()
    return re.compile(
        rf"^\W*(?:(?!(?:{OF_OTHERS_TOO})\b)(?:{others})\s*[:：]|(?:{several})\s+\w"
        rf"|(?:{_HAN}{{1,4}}\s?[:：]\s?{_NAME}[\s|｜/／,，、;；]{{1,3}})?"
        rf"{_HAN}{{0,4}}?(?:{_han('authors', 'editors')})\s*[:：]\s*{_HAN}"
        rf"|{_HAN}{{0,4}}?(?:{_han('authors', 'editors')})\s+{_NAME}(?:[\s、，]+{_NAME}){{0,3}}\W*$)",
        re.IGNORECASE,
    )


@cache
def _labels_within() -> tuple[str, ...]:
    """The labels of authors in small letters in scripts other than those of Latin and Han."""
    labels = map(str.lower, sections("byline_words")["authors"])
    return tuple(label for label in labels if _FIRST_BEYOND_LATIN <= label[0] < _FIRST_HAN)


@cache
def _label_within() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?:{alternatives(_labels_within())})\s?[:：]\s?((?:(?!\s[^\s:：]{{1,30}}\s?[:：])[^:：;|]){{2,60}})",
        re.IGNORECASE,
    )


@cache
def _credit() -> re.Pattern[str]:
    return re.compile(rf"^\W*(?:{'|'.join(_words('credits'))})(?:\s*[:：/|©]|\s+(?:by|[-–—])\s)", re.IGNORECASE)


@cache
def _pictured() -> re.Pattern[str]:
    """The words at the end of a line, but behind one for the text: 王明 文/图."""
    return re.compile(rf"(?<![文並并/／、])(?:{_any('picture_ends')})[)）\]】。]{{0,3}}\Z")


@cache
def _reporter() -> re.Pattern[str]:
    """Names behind the label of a reporter, up to the end of the line, a mark or another label, or before a report."""
    reports = rf"(?:{_any('reports')})"
    labels = rf"\s(?:{_REPORTER}|摄影|攝影|编辑|編輯)"
    return re.compile(
        rf"(?:{_REPORTER})\s*(?:({_NAME}?(?:\s?、\s?{_NAME}?){{0,5}})(?=\s*(?:[／/╱|｜】\])）]|{reports}))"
        rf"|({_NAME}?(?:(?:\s?、\s?|\s){_NAME}?){{0,5}}?)(?=\s*\Z|{labels})|({_NAME}?)(?=\s*[,，、]))"
        rf"|(?<!{_HAN})({_NAME})\s*[／/╱]\s*{_HAN}{{0,8}}?{reports}"
    )


@cache
def _agency() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('agencies')})\Z")
