"""Card libraries and deck lists: a card is entered once, by anybody, and then only named."""
