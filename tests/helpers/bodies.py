"""Bodies of pages as bytes that a reader may take for another encoding, or that no parser reads as they are."""


def bodies_with(markup):
    """Such bodies, among them one that is this markup and one with white space around it."""
    return [
        markup.encode(),
        b"\n\t " + markup.encode() + b"\r\n ",
        b"<p>It rained.</p>",
        b"<p>It\0 rained.</p>\0",
        "\u3000<p>It rained.</p>\xa0".encode(),
        "\x1c<p>It rained.</p>\x85".encode(),
        b"\xef\xbb\xbf<p>It rained.</p>",
        b"<p>\xff\xfe It rained \xed\xa0\x80.</p>",
        b"<meta charset=gbk><p>It rained.</p>",
        "It rained in the hills: ü".encode(),
        b" \n ",
    ]
