"""Deck lists of any form: read line by line, matched with a library, checked by the book, played from."""
