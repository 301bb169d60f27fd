"""Links at one path that are several of each record: its label, such as "Add to cart", its author, its last reply."""

from libc.stdint cimport int32_t, int64_t, uint32_t

from scrapy_denoise.page.native.hash_table cimport Entry, Table, close_table, find_or_add, open_table
from scrapy_denoise.page.native.memory cimport cleared, release

cdef enum:
    MIN_RECORDS = 3    # records that have a label, or a kind of address, at least
    MAX_POSITIONS = 8  # links of a record whose lengths are compared before their addresses are

# Share of the records that must have a label, or of those with a kind of address that must have it once and beside the same other kind,
# for its links to be other ones than those at their path.
cdef double OF_EACH = 0.75
# How many times as long the texts of one kind are as those of the other: the links of a row of cards are alike.
cdef double OTHER_LENGTH = 1.8

cdef struct Kind:  # of address
    int32_t links   # all of them
    int32_t having  # records that have it
    int32_t once    # those of them in which its links stand side by side
    int32_t read    # the last record that has it, from 1
    int64_t length  # characters of the longest link of each record
    int64_t longest  # that of the record that is read
    int32_t runs    # how often it begins in that
    bint found


def links_of_each(list records not None, list urls not None, const uint32_t[::1] texts not None, const int64_t[::1] chars not None):
    """The links of each label and of each kind of address that are one of several links of records: a list of lists.

    records: the numbers of the links of each, in document order. urls, texts, chars: of each link, by its number; a text is the hash
    of its first. Raises ValueError where there is no such link.
    """
    cdef list links, found
    cdef Py_ssize_t link, n = min(len(urls), texts.shape[0], chars.shape[0])
    for links in records:
        for link in links:
            if not 0 <= link < n:
                raise ValueError("no such link")
    found, records = labels(records, texts, chars)
    if differ_by_position(records, chars):
        found += kinds(records, urls, chars)
    return found


cdef tuple labels(list records, const uint32_t[::1] texts, const int64_t[::1] chars):
    """The links of most records that have the same text, those of each text together, and the records without all links with it."""
    cdef list links, unlabelled, found = [], others = []
    cdef dict said
    cdef Py_ssize_t link, n = 0, i, record = 0, known
    cdef double least = max(OF_EACH * len(records), MIN_RECORDS)
    cdef Table table
    cdef Entry* entry
    for links in records:
        n += len(links)
    cdef int32_t* number = <int32_t*>cleared((n + 1) * 3 * sizeof(int32_t))  # of the text of each link
    cdef int32_t* counts = number + n + 1  # how many records have each text
    cdef int32_t* read = counts + n + 1    # the last record that has it, from 1
    try:
        open_table(&table, n)
        i = 0
        for links in records:
            record += 1
            for link in links:
                i += 1
                if chars[link] == 0:
                    continue
                entry = find_or_add(&table, texts[link])
                if entry.number == 0:
                    entry.number = <int32_t>table.used
                counts[entry.number] += read[entry.number] != record
                read[entry.number] = <int32_t>record
        known = table.used
        # Those without characters have the number of the text that follows them.
        i = 0
        for links in records:
            for link in links:
                entry = find_or_add(&table, texts[link])
                if entry.number == 0:
                    entry.number = <int32_t>table.used
                number[i] = entry.number
                i += 1
        close_table(&table)
        for i in range(1, known + 1):
            read[i] = -1
            if counts[i] >= least:
                read[i] = <int32_t>len(found)
                found.append([])
        for i in range(known + 1, n + 1):
            read[i] = -1
        if not found:
            return found, records
        i = 0
        for links in records:
            said, unlabelled = {}, []
            for link in links:
                if read[number[i]] < 0:
                    unlabelled.append(link)
                elif chars[link]:
                    said[read[number[i]]] = link
                i += 1
            for label, link in said.items():
                (<list>found[label]).append(link)
            if unlabelled:
                others.append(unlabelled)
    finally:
        release(number)
    return found, others


cdef bint differ_by_position(list records, const int64_t[::1] chars):
    """Whether the first links of records have longer or shorter texts than the second, or those than the third."""
    cdef int64_t[MAX_POSITIONS] sums
    cdef Py_ssize_t[MAX_POSITIONS] counts
    cdef Py_ssize_t place, link, means = 0
    cdef double mean, least = 0, most = 0
    cdef list links
    for place in range(MAX_POSITIONS):
        sums[place] = counts[place] = 0
    for links in records:
        for place in range(min(<Py_ssize_t>len(links), <Py_ssize_t>MAX_POSITIONS)):
            link = links[place]
            sums[place] += chars[link]
            counts[place] += 1
    for place in range(MAX_POSITIONS):
        if counts[place] >= MIN_RECORDS:
            mean = <double>sums[place] / counts[place]
            least, most = (mean, mean) if means == 0 else (min(least, mean), max(most, mean))
            means += 1
    return means > 1 and most >= OTHER_LENGTH * least


cdef list kinds(list records, list urls, const int64_t[::1] chars):
    """The links of each kind of address (`address_kind`) that most records with it have once, and on the same side of another kind, whose
    texts are longer or shorter. Links side by side of one kind count as one; kinds of few links are one."""
    cdef dict number_of = {}, before = {}
    cdef list links, kinds_of = [], own, found
    cdef Py_ssize_t link, n, i, j, pair, record = 0, number, last
    cdef Kind* each
    cdef Kind* kind
    for links in records:
        kinds_of.append([number_of.setdefault(address_kind(urls[link]), len(number_of)) for link in links])
    n = len(number_of)
    if n == 1:
        return []
    each = <Kind*>cleared((n + 1) * sizeof(Kind))
    try:
        for own in kinds_of:
            for number in own:
                each[number].links += 1
        for links, own in zip(records, kinds_of, strict=True):
            record += 1
            last, there = -1, []
            for i in range(len(links)):
                number = own[i]
                if each[number].links < MIN_RECORDS:
                    number = n
                kind = &each[number]
                if kind.read != record:
                    kind.read, kind.longest, kind.runs = <int32_t>record, 0, 0
                    there.append(number)
                kind.longest = max(kind.longest, chars[links[i]])
                kind.runs += number != last
                last = number
            for i in range(len(there)):
                kind = &each[<Py_ssize_t>there[i]]
                kind.having += 1
                kind.length += kind.longest
                kind.once += kind.runs == 1
                for j in range(i + 1, len(there)):
                    pair = there[i] * (n + 1) + there[j]
                    before[pair] = before.get(pair, 0) + 1
        for pair, i in before.items():
            tell_kinds(&each[pair // (n + 1)], &each[pair % (n + 1)], i)
        found = [[] if each[number].found else None for number in range(n)]
        for links, own in zip(records, kinds_of, strict=True):
            for link, number in zip(links, own, strict=True):
                if each[number].found:
                    (<list>found[number]).append(link)
    finally:
        release(each)
    return [links for links in found if links is not None]


cdef void tell_kinds(Kind* one, Kind* other, Py_ssize_t n) noexcept:
    """Set which of two kinds are those of one of several links of records. n: of records in which the first stands before the other."""
    cdef double a = <double>one.length / one.having, b = <double>other.length / other.having
    if max(a, b) >= OTHER_LENGTH * min(a, b):
        one.found |= min(n, one.once) >= max(OF_EACH * one.having, MIN_RECORDS)
        other.found |= min(n, other.once) >= max(OF_EACH * other.having, MIN_RECORDS)
