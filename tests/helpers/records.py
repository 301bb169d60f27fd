"""The records of invented lists, each with a kind of thing and the name of a person."""

KINDS = "old new red blue steel brass small big spare".split()
NAMES = "anna boris carla dmitri ella frank gustav hanna ivan".split()


def records(record):
    """The markup of all of them. record: makes that of one of its number, its kind and its name."""
    return "".join(record(i, kind, name) for i, (kind, name) in enumerate(zip(KINDS, NAMES, strict=True)))
