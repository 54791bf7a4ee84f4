

def test_a_number_may_be_printed_as_a_word() -> None:
    assert [(each.kind, each.value) for each in scan("Two or 3")] == [
        ("A_NUMBER", 2),
        ("A_WORD", "or"),
        ("A_NUMBER", 3),
    ]
