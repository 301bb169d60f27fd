"""Made archives: records of WARC files as bytes, with everything that can be wrong with them."""

import gzip

WORDS = "river stone lamp garden winter letter road window bread cloud".split()


def story(number, site="a", paragraphs=4):
    """A page of a site: the same around it, its own story in it."""
    body = "".join(
        f"<p>The {WORDS[(number + i) % 10]} of {site} rose in the night, and by the morning the lower "
        f"{' '.join(WORDS[(number * 3 + i * j) % 10] for j in range(1, 9))} was under water, {number}.{i}.</p>"
        for i in range(paragraphs)
    )
    return (
        f"<html><head><title>Story {number}</title></head><body>"
        f"<div class=top><a href=/>Home</a> <a href=/news>News of {site}</a></div>"
        f"<div class=main><h1>Story {number}</h1>{body}<a href=/next/{number}>Next</a></div>"
        f"<div class=foot>All the small print that stands below every page of {site}, in full.</div></body></html>"
    )


def record(
    url="http://a.example/1",
    body=b"<p>hello</p>",
    kind="response",
    lie=0,
    status="200 OK",
    mime="text/html",
    headers="",
):
    """A record. lie: bytes that its length is wrong by."""
    body = body.encode() if isinstance(body, str) else body
    http = f"HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body
    return (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{url}>\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http) + lie}\r\n\r\n"
    ).encode() + http + b"\r\n\r\n"  # fmt: skip


def members(*records):
    """The records, each compressed by itself."""
    return b"".join(gzip.compress(record, mtime=0) for record in records)
