"""Questions from rulings: one module per kind of question."""
