"""Dates as machines and pages write them, and the years that a text names.

Rule: nothing is invented. A date without its day, an order of numbers that could be read two ways,
a two-digit year and a count of seconds are no dates. A time without a zone is taken as UTC.
Source: ISO 8601, RFC 5322; month names of CLDR in twelve languages.
"""

import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone

MAX_CHARS = 80
"""Longest text that is one date; anything longer is prose"""

FIRST_YEAR, LAST_YEAR = 1500, 2199
"""Years that `years_in` believes; other four-digit numbers are counts"""

_MONTH_NAMES = (
    "january jan januar jänner janvier janv enero ene gennaio gen janeiro января январь янв يناير "
    "كانون_الثاني जनवरी ocak oca",
    "february feb februar février févr fevrier febrero febbraio fevereiro fev февраля февраль фев "
    "февр فبراير شباط फ़रवरी फरवरी şubat şub",
    "march mar märz mrz mär mars marzo março marco марта март мар مارس آذار मार्च mart",
    "april apr avril avr abril abr aprile апреля апрель апр أبريل ابريل نيسان अप्रैल nisan nis",
    "may mai mayo maggio mag maio мая май مايو أيار मई mayıs",
    "june jun juni juin junio giugno giu junho июня июнь июн يونيو حزيران जून haziran haz",
    "july jul juli juillet juil julio luglio lug julho июля июль июл يوليو تموز जुलाई temmuz tem",
    "august aug août aout agosto ago августа август авг أغسطس اغسطس آب अगस्त ağustos ağu",
    "september sep sept septembre septiembre setiembre settembre set setembro сентября сентябрь "
    "сен сент سبتمبر أيلول सितंबर सितम्बर eylül eyl",
    "october oct oktober okt octobre octubre ottobre ott outubro out октября октябрь окт أكتوبر "
    "اكتوبر अक्टूबर अक्तूबर ekim eki",
    "november nov novembre noviembre novembro ноября ноябрь ноя нояб نوفمبر नवंबर नवम्बर kasım kas",
    "december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro декабря "
    "декабрь дек ديسمبر दिसंबर दिसम्बर aralık ara",
)


def _plain(text: str) -> str:
    """Lower case with ASCII digits; composed as NFKC has it, so that every spelling meets."""
    lower = unicodedata.normalize("NFKC", text).lower().replace("i\u0307", "i")
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in lower)


MONTHS = {
    _plain(name).replace("_", " "): number
    for number, names in enumerate(_MONTH_NAMES, start=1)
    for name in names.split()
}
"""Month name or abbreviation, lower case → 1 to 12; in en de fr es it pt ru ar hi tr"""

ZONES = {
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
    "mdt": -6, "pst": -8, "pdt": -7,
}  # fmt: skip
"""Zone names that RFC 5322 gives a meaning → hours east of Greenwich"""

_TIME = (
    r"(?:(?:t|,?\s+(?:(?:at|um|à|a las|alle|às|в|saat)\s+)?)"
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d{1,9})?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?"
    r"(?:\s*(?P<zone>[a-z]{1,3}|[+\-−]\d\d(?::?\d\d)?)(?:\s*\([a-z ]+\))?)?)?"
)
_WEEKDAY = (
    r"(?:(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi"
    r"|jeudi|vendredi|samedi|dimanche)[.,]{0,2}\s+|[^\d\s.,،]{2,16}[.,،]{1,2}\s*)?"
)
_OF = r"(?:\s*[.,]?\s*(?:de|del|of)\s+|[\s.,\-/]{1,3})"
_MONTH = "(?P<name>" + "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True)) + ")"
_FORMS = tuple(
    re.compile(form)
    for form in (
        r"(?P<year>\d{4})(?P<sep>[-/.])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})" + _TIME,
        r"(?P<year>(?:19|20)\d\d)(?P<month>\d\d)(?P<day>\d\d)"
        r"(?:t(?P<hour>\d\d)(?P<minute>\d\d)(?P<second>\d\d)?(?P<zone>z|[+\-]\d\d(?::?\d\d)?)?)?",
        r"(?P<year>\d{4})\s?[年년]\s?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日号號일]"
        r"(?:\s?\(?[^\W\d]{1,3}\)?)?" + _TIME,
        _WEEKDAY + r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|o)?" + _OF + _MONTH + _OF
        + r"(?P<year>\d{4})(?:\s?г\.?)?" + _TIME,
        _WEEKDAY + _MONTH + r"\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})" + _TIME,
    )
)  # fmt: skip
# Digits, but no part of a longer number, a decimal, a name ("RFC2119") or a price.
_YEAR = re.compile(r"(?<![A-Za-z_\d$€£¥])(?<!\d[.,])\d{4}(?!\d|[.,]\d)")


def parse_date(text: str) -> datetime | None:
    """The moment that a text as a whole names, aware, in UTC; None when it names none surely.

    A date alone is its midnight in UTC.
    """
    if len(text) > MAX_CHARS:
        return None
    plain = _plain(text).strip()
    found = next((match for form in _FORMS if (match := form.fullmatch(plain))), None)
    return _moment(found.groupdict()) if found else None


def years_in(text: str) -> tuple[int, ...]:
    """The years from 1500 to 2199 that a text names, each once, in order of appearance."""
    years = (int(found[0]) for found in _YEAR.finditer(text))
    return tuple(dict.fromkeys(year for year in years if FIRST_YEAR <= year <= LAST_YEAR))


def _moment(parts: dict[str, str | None]) -> datetime | None:
    name = parts.get("name")
    month = MONTHS[name] if name else int(parts.get("month") or 0)
    try:
        zone = _zone(parts.get("zone"))
        return datetime(
            int(parts["year"] or 0),
            month,
            int(parts["day"] or 0),
            _hour(int(parts.get("hour") or 0), parts.get("half")),
            int(parts.get("minute") or 0),
            int(parts.get("second") or 0),
            tzinfo=zone,
        ).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _hour(hour: int, half: str | None) -> int:
    if half and not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if half == "p" else 0) if half else hour


def _zone(name: str | None) -> timezone:
    """Raises ValueError for a zone that has no one meaning."""
    if not name:
        return UTC
    if name[0].isalpha():
        if name not in ZONES:
            raise ValueError(name)
        return timezone(timedelta(hours=ZONES[name]))
    sign = 1 if name[0] == "+" else -1
    return timezone(
        sign * timedelta(hours=int(name[1:3]), minutes=int(name[-2:]) if name[3:] else 0)
    )
