"""What makes the models that come with the package; not installed. Run from the repository's top folder."""
