"""The rows of `table` for what answers a reminder: who comes is marked so, who cannot is asked whether to move it or to
cancel it, and who did not say which of several is asked that. Nothing is moved or cancelled here, and what is under way
goes on."""

from __future__ import annotations

from booking.conversation.fsm.attending import attend
from booking.conversation.fsm.guards import appointments_found, declines, doctor_absent, since_changed, unsaid
from booking.conversation.fsm.reads import find_absent, find_appointments, find_doctors
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.replies.keys import ReplyKey as R

REMINDER_ROWS: tuple[Row, ...] = (
    aside(
        (T.ATTEND,),
        (unsaid, appointments_found),
        says((since_changed, R.TOLD_CHANGED), otherwise=R.WHO_COMES),
        reads=(find_appointments, find_doctors),
    ),
    aside(
        (T.ATTEND,),
        (declines, appointments_found),
        says((since_changed, R.TOLD_CHANGED), otherwise=R.CANNOT_COME),
        reads=(find_appointments, find_doctors),
    ),
    aside((T.ATTEND,), (doctor_absent,), R.STILL_AWAY, reads=(find_appointments, find_doctors, find_absent)),
    aside(
        (T.ATTEND,),
        (appointments_found,),
        says((since_changed, R.TOLD_CHANGED), otherwise=R.ATTENDING),
        reads=(find_appointments, find_doctors),
        writes=(attend,),
        on_refusal=(T.ATTEND_CHANGED,),
    ),
    aside((T.ATTEND,), (), R.NOT_COMING_UP, reads=(find_appointments,)),
    aside((T.ATTEND_CHANGED,), (), R.ATTEND_CHANGED),
)
