"""The card library in the browser: lists, cards, the report, deck lists."""
