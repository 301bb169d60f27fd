class StatedHead:
    @property
    def title(self) -> str: ...
    descriptions: list[str]
