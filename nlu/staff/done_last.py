"""The appointment that an order made or moved a moment ago, called so: "cancela la última que agendé", "pasa la que acabo de
meter al viernes". Where nobody knows which that is the words are left over, and nothing is done."""

from __future__ import annotations

import re

from booking.intents import Unknown, UnknownWhy, UseTool
from booking.models import Asked, Role, Touched, UnderstandingContext
from nlu.existing_visits import as_before
from nlu.staff import filling
from nlu.staff.staff_act_words import DONE
from nlu.staff.staff_acts import CANCEL, CHANGE
from nlu.staff.staff_words import asks_for_nothing, even
from nlu.words.verb_forms import ENDING, MOVING

_LONGEST = 160
_TO_DO = r"(?:hac|agend|met|pon|registr|mov|cambi|apart|anot|apunt|captur|ped|reserv|program|pas|d)[aei]r(?:te|le|l[ao]|sel[ao])?"
_WHICH = re.compile(
    rf"\b(?:a )?(?:(?:la|el|lo|esa|ese)(?: ultim[oa])?(?: (?:cita|consulta))?(?: ultim[oa])?) que (?:(?:te|le|les|me|yo|ya|recien|apenas|hace rato|ahorita) ){{0,3}}"
    rf"(?:acab(?:o|e|amos|as|aste) de {_TO_DO}|{DONE})(?: (?:recien|hace rato|hace ratito|apenas|ahorita|orita))?(?P<more> (?!a las? |al |el |para |con |por ?fa|cancel|borr|quit|elimin|mu?ev|mov|pas[ae]|cambi)\w.*)?"
)
_VERB = re.compile(rf"\b(?:(?P<ends>{ENDING}|tumb)|(?P<moves>{MOVING}|pas[ae]))\w*")


def read(text: str, context: UnderstandingContext) -> UseTool | Unknown | None:
    """The order; what is left over of one that nobody can take up; None where it speaks of no such appointment."""
    if context.role is Role.PATIENT or context.asked is not None or len(text) > _LONGEST or "?" in text:
        return None
    bare = even(text)
    which, verb = _WHICH.search(bare), _VERB.search(bare)
    if which is None or verb is None or which["more"] or verb.start() in range(*which.span()):
        return None
    first, second = sorted((which.span(), verb.span()), reverse=True)
    rest = text
    for start, end in (first, second):
        rest = f"{rest[:start]} {rest[end:]}"
    rest = " ".join(rest.split()).strip(" ,.;")
    of_it = as_before.of_the_one_made(context) if context.touched and context.touched.how is Touched.MADE else ()
    if of_it and asks_for_nothing(rest) and verb["ends"]:
        return UseTool(tool=CANCEL, arguments=of_it)
    if of_it and verb["moves"] and (said := filling.filled(rest, Asked(tool=CHANGE), context)) is not None:
        given = dict(said.arguments)
        if given and not given.keys() - {"nueva_fecha_hora", "doctor"}:
            return UseTool(tool=CHANGE, arguments=(*of_it, *given.items()))
    left = text[slice(*which.span())].strip()
    return Unknown(why=UnknownWhy.ORDER_PARTLY, left=(left,), order=text.replace(left, "", 1).strip(" ,.") or None)
