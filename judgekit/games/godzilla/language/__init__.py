"""The language of this game's cards: `reading` is how its texts are read, `dialect` what they do."""
