"""Words of a question that say nothing about its subject, by language.

Rule: data and its reading only. A word stands here folded (`str.casefold`); English and German.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass

WORD = re.compile(r"[^\W_](?:[\w'’&.-]*[^\W_])?")
"""A word as people write it: `O'Neill`, `AT&T`, `3.50`, `well-known` are one each"""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """What questions of one language begin with."""

    openers: Set[str]
    """A question begins with one of these; a title or a name that starts otherwise is left whole"""
    fillers: Set[str]
    """May follow an opener before the subject begins"""
    pointers: Set[str]
    """Point back to something said before"""

    @property
    def words(self) -> Set[str]:
        """All of them."""
        return self.openers | self.fillers | self.pointers


SHELLS: Mapping[str, Shell] = {
    "en": Shell(
        openers=_set(
            "what who whom whose when where why which how is are was were do does did can could "
            "will would should has have had please tell explain find search show give what's who's "
            "where's when's how's"
        ),
        fillers=_set(
            "a an the of me us you i we to about for up do does did is are was were be been can "
            "could will would should shall has have had many much old long far often there please "
            "know think want out if whether any"
        ),
        pointers=_set("he she it they him her his its their them this that these those one"),
    ),
    "de": Shell(
        openers=_set(
            "was wer wem wen wessen wann wo wohin woher warum wieso weshalb wie welche welcher "
            "welches welchen ist sind war waren hat haben kann kannst können bitte sag erkläre "
            "finde suche zeig gib wieviel"
        ),
        fillers=_set(
            "der die das den dem des ein eine einen einem einer eines mir uns du ich wir ist sind "
            "war waren wird wurde wurden hat haben hatte kann können es gibt viel viele alt lange "
            "oft weit denn eigentlich bitte mal nach über von zum zur"
        ),
        pointers=_set("er sie es ihm ihr ihn ihnen sein seine ihre dies diese dieser dieses jene"),
    ),
}

SMALL_TALK = _set(
    "hi hello hey yo hiya howdy morning good evening afternoon night day there thanks thank thx "
    "you so much very many ty cheers ok okay yes no yep nope sure great nice cool fine perfect bye "
    "goodbye see later please sorry welcome lol haha hallo servus moin guten morgen tag abend "
    "danke dankeschön vielen dank schön schöne bitte ja nein gut super prima toll tschüss tschüs "
    "ciao merci gracias hola bonjour salut"
)
"""A message of nothing but these asks nothing"""

LIVE_CUES = _set(
    "now today tonight currently current latest newest live breaking right-now jetzt heute "
    "gerade aktuell aktuelle aktueller aktuelles aktuellen derzeit momentan neueste neuesten"
)
RECENT_CUES = _set(
    "yesterday recent recently lately week month news update updates gestern vorgestern kürzlich "
    "neulich neulichst woche monat nachrichten neuigkeiten"
)


def shell_of(language: str | None, first_word: str) -> Shell | None:
    """The shell that a question starts with; None when it starts with its subject.

    Args:
        language: ISO 639-1, as far as it is known; decides where two languages share an opener.
        first_word: folded.
    """
    in_order = sorted(SHELLS, key=lambda code: code != language)
    return next((SHELLS[code] for code in in_order if first_word in SHELLS[code].openers), None)


def is_pointer(word: str) -> bool:
    """Whether a folded word points back to something said before, in any of the languages."""
    return any(word in shell.pointers for shell in SHELLS.values())
