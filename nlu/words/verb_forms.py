"""Verbs by which somebody is put down for an appointment, taken off it, or wants one, in all their forms: stem, mood,
person and the pronoun that hangs on it ("apúnteme", "agéndenme", "quítenos", "ando ocupando"). Patterns of `acts.toml`
name them as they name a list of words, those of other files by their stems. Folded."""

from __future__ import annotations

import re

BOOKING = "agend|apart|reserv|anot|apunt|program|registr|separ|inscrib"
"""Whoever says one of these of themselves asks for an appointment, whatever follows."""
_PUTTING = "pon|pong|met|acomod"
"""These only before a day or an hour: "póngame el lunes", but not "póngame con recepción"."""
_TAKING_OFF = "quit|borr|sac|saqu|tach|elimin"
MOVING = "cambi|muev|mov|recorr|adelant|atras|retras|aplaz|pospon|pospong|reagend|reprogram|modific"
CHANGING_TIME = "cambi|muev|mov|recorr|reagend|reprogram|modific|pas|pon|pong"
"""The same, by verbs that do not say whether it is to be earlier or later; and those that put it there."""
ENDING = "cancel|anul|elimin|borr|quit|tumb|tach|suspend"
"""What is done to an appointment that falls."""
NEEDING = "ocup|necesit|busc|solicit|dese|requer|requir|quer"
_TOSSING = "tir|avient|ech|rol|lanz|suelt|mand"
""" "Aviéntame otros": give, among friends."""
SUITING = "qued|parec|acomod|sirv|convien|conven|lat|gust|funcion|cuadr|ajust|agrad|encant|acopl|favorec"
"""What suits one does one of these: "me acomoda", "nos sirve"."""
_ME = "(?:me|nos)"
_IT = "(?:|l[ao]s?)"

FORMS = {
    "booking": BOOKING,
    "book_me": f"(?:{BOOKING})(?:a|e|an|en|ar|ir){_ME}{_IT}",
    "books": f"(?:{BOOKING})(?:a|as|an|e|es|en|ar|ara|aras|aran)",
    "put_me": f"(?:{_PUTTING})(?:|a|e|an|en|er|ar){_ME}",
    "take_me_off": f"(?:{_TAKING_OFF})(?:a|e|an|en|ar){_ME}",
    "give_me": f"(?:d[ae]|d[ae]n|regal(?:a|e|en)|consi(?:gue|ga|gan)|abr[ea]n?|ha(?:z|ga|gan)|bus(?:ca|que|quen)|sa(?:ca|que|quen)){_ME}",
    "seek_me": f"(?:bus(?:ca|que|quen)|consi(?:gue|ga|gan)|encuentr[ae]n?|hall[ae]n?|ech[ae]n?|avient[ae]n?|revis[ae]n?|che(?:ca|que|quen)|ve(?:a|an)?|recib[ae]n?|atiend[ae]n?){_ME}",
    "toss_me": f"(?:pas|{_TOSSING})(?:a|e|an|en){_ME}",
    "moves": f"(?:{MOVING})(?:a|as|an|e|es|en)",
    "move_it": f"(?:{MOVING})(?:a|e|an|en|ar|er)(?:me|nos|les?|se)(?:|l[ao]s?)",
    "move_her": f"(?:{MOVING})(?:|a|e|an|en|ar|er)(?:|me|nos)la",
    "end_it": f"(?:{ENDING})(?:a|e|an|en|ar)(?:me|nos|se)?las?",
    "seen": f"(?:chec|revis|consult|valor|atend|cur)[ae]r{_ME}",
    "needing": f"(?:{NEEDING})(?:amos|emos|imos|aba|abamos|ia|iamos|aria|ariamos|eria|eriamos|ando|iendo)",
}
"""By the names that patterns have for them."""

ORDERS = re.compile(f"{FORMS['book_me']}|{FORMS['put_me']}|{FORMS['give_me']}|(?:{BOOKING})(?:a|e|en)")
""" "Apúntenme", "ponme": an order to book."""
BOOKS = re.compile(
    rf"(?:{BOOKING}|pas|pon|pong|cambi|muev|mov|recorr|busc)"
    r"(?:o|a|e|as|es|an|en|ar|ando|aria|arian|amos)?(?:me|nos|se)?(?:l[aeo]s?)?"
    rf"|(?:{_TOSSING}|dej|met)(?:a|e|an|en|ar)(?:me|nos)(?:l[ao]s?)?"
    r"|dej(?:a|e|an|en)l[ao]s?"
)
"""A verb of an order beside a request, which says nothing of its own there."""
