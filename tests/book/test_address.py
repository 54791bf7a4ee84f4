"""Clause numbers of every style sort like their books and know the clause above them."""

import random

import pytest

from judgekit.book.address import is_number, parent, sort_key

DOTTED = ["1", "1.1", "1.1.1", "1.2", "1.9.9", "1.10", "2", "9.1", "10", "10.4.3.1", "10.4.3.10", "10.4.4"]
HYPHENED = ["4", "4-5", "4-5-3", "4-5-3-1", "4-5-3-2", "4-5-10", "4-6"]
LETTERED = [
    "8-4b",
    "8-4c",
    "8-4c#1",
    "8-4c#2",
    "8-4c#10",
    "8-4c-1",
    "8-4c-1a",
    "8-4c-1b",
    "8-4c-2",
    "8-4d",
    "8-5",
]
ANNEXED = ["14", "15-2a", "Appendix", "Appendix-1", "Appendix-1a", "Appendix-2", "Rulers#1"]


@pytest.mark.parametrize("numbers", [DOTTED, HYPHENED, LETTERED, ANNEXED])
def test_numbers_sort_in_the_order_of_the_book(numbers: list[str]) -> None:
    mixed = random.Random(7).sample(numbers, len(numbers))

    assert sorted(mixed, key=sort_key) == numbers


@pytest.mark.parametrize(
    "line",
    [
        "14-13c-2a 14-13c-2 14-13c 14-13 14",
        "8-4c#1 8-4c 8-4 8",
        "10.4.3.1 10.4.3 10.4 10",
        "4-5-3-1 4-5-3 4-5 4",
        "10.4#2 10.4 10",
        "Appendix-1a Appendix-1 Appendix",
    ],
)
def test_each_number_stands_under_the_next(line: str) -> None:
    climbed = [number := line.split()[0]]
    while above := parent(number):
        climbed.append(number := above)

    assert climbed == line.split()


@pytest.mark.parametrize("text", ["7", "7.4.3", "4-5-3-1", "14-13c-2a", "8-4c#1", "1.00", "Appendix-1"])
def test_numbers(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize(
    "text",
    ["", "7.", ".7", "7..4", "7.4-3", "7.4a", "14-13cc", "14c", "8-4c#", "8#1-2", "zone", "7.4 ", "7\n"],
)
def test_no_numbers(text: str) -> None:
    assert not is_number(text)
    with pytest.raises(ValueError, match="is not a clause number; write it like"):
        sort_key(text)
