from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citewell.text.dates import parse_date, years_in
from tests.promises import promise


@promise("text.dates.known-forms-are-read")
@pytest.mark.parametrize(
    "text",
    [
        "2024-05-03",
        "2024/5/3",
        "20240503",
        "2024.05.03",
        "3 May 2024",
        "May 3, 2024",
        "Friday, May 3rd, 2024",
        "Friday 3 May 2024",
        "3. Mai 2024",
        "3 mai 2024",
        "3 de mayo de 2024",
        "3 maggio 2024",
        "3 de maio de 2024",
        "3 мая 2024 г.",
        "٣ مايو ٢٠٢٤",
        "3 मई 2024",
        "2024年5月3日",
        "２０２４年５月３日（金）",
        "3 Mayıs 2024",
        "2024년 5월 3일",
    ],
)
def test_a_day_is_its_midnight_in_utc(text: str) -> None:
    assert parse_date(text) == datetime(2024, 5, 3, tzinfo=UTC)


@promise("text.dates.known-forms-are-read")
@pytest.mark.parametrize(
    "text",
    [
        "2024-05-03T10:30:00Z",
        "2024-05-03T12:30:00.123+02:00",
        "2024-05-03 16:00 +0530",
        "20240503T103000Z",
        "Fri, 03 May 2024 10:30:00 GMT",
        "Fri, 3 May 2024 03:30:00 -0700 (PDT)",
        "May 3, 2024 at 6:30 AM EDT",
        "3. Mai 2024, 10:30",
    ],
)
def test_a_time_is_told_in_utc(text: str) -> None:
    assert parse_date(text) == datetime(2024, 5, 3, 10, 30, tzinfo=UTC)


@promise("text.dates.nothing-is-invented")
@pytest.mark.parametrize(
    "text",
    [
        "03/04/2024",
        "1714694400",
        "1714694400000",
        "2024",
        "2024-05",
        "May 2024",
        "3 May 24",
        "2024-02-30",
        "2024-13-01",
        "2024-05-03T25:00",
        "May 3, 2024 at 13:00 PM",
        "2024-05-03T10:00 BST",
        "until 3 May 2024",
        "9999-12-31T23:59:59-10:00",
        "",
        "yesterday",
    ],
)
def test_what_is_not_sure_is_no_date(text: str) -> None:
    assert parse_date(text) is None


@promise("text.dates.known-forms-are-read")
@given(st.datetimes(min_value=datetime(1000, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - hypothesis wants it naive
def test_what_python_writes_as_iso_is_read_back_to_the_second(moment: datetime) -> None:
    assert parse_date(moment.isoformat()) == moment.replace(microsecond=0)


def test_years_are_told_once_and_counts_are_no_years() -> None:
    text = "In 2024年, 1999 and 2020-21; RFC2119, 1,999, $2000, 1998.5, 12024, ٢٠٢٥ and 2024."

    assert years_in(text) == (2024, 1999, 2020, 2025)
