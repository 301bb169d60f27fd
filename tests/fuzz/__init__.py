"""A standing attack: mutated pages and stored templates, and what must hold of every one (``make fuzz``)."""
