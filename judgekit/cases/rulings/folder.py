"""Where the worked rulings are; what is in them is read by `judgekit.cases.rulings.ruling`."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from judgekit import known, paths


def files(game: str = "") -> list[Path]:
    """All existing rulings, of one game or of all."""
    shipped = sorted(paths.rulings().glob(f"{game or '*'}/*.toml"), key=lambda path: path.parts)
    others = [one for one in known.GAMES if one not in known.OURS and game in ("", one)]
    return [*shipped, *(path for one in others for path in sorted(_own(one).glob("*.toml")))]


def file(name: str) -> Path:
    """Where a ruling is, by its name: `godzilla/7.4.3-counter-beats-threat`."""
    game, _, stem = name.partition("/")
    own = game in known.GAMES and game not in known.OURS
    return (_own(game) if own else paths.rulings() / game) / f"{stem}.toml"


def name_of(path: Path) -> str:
    """What a ruling is called: its game and its file's name."""
    others = (one for one in known.GAMES if one not in known.OURS)
    game = next((one for one in others if path.parent == _own(one)), path.parent.name)
    return f"{game}/{path.stem}"


def _own(game: str) -> Path:
    """The rulings that a game brings in its own package."""
    return brought(game) / "rulings"


def brought(game: str) -> Path:
    """The folder of a game's package."""
    return Path(str(resources.files(known.packages()[game])))
