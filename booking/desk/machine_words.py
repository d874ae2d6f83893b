"""The conversation's vocabulary in Spanish, for staff. What has no words here is shown under its own name."""

from __future__ import annotations

STATES = {
    "IDLE": "sin nada en curso",
    "SLOT_SELECTION": "eligiendo horario",
    "CUSTOMER_DATA": "dando el nombre",
    "CONFIRM": "por confirmar",
}

PLACES = {
    "IDLE": "nada en curso",
    "OFFER": "busca horario",
    "MOVE_OFFER": "busca otro horario",
    "PICK": "elige una cita",
    "NAME": "falta el nombre",
    "ORDER_QUESTION": "falta un dato",
    "CONFIRM_BOOK": "¿la agendo?",
    "CONFIRM_MOVE": "¿la cambio?",
    "CONFIRM_CANCEL": "¿la cancelo?",
    "CONFIRM_ORDER": "¿hago la orden?",
}
"""What is told apart in a state."""

PURPOSES = {
    "book": "agendar una cita",
    "move": "cambiar una cita",
    "cancel": "cancelar una cita",
    "staff": "una orden del personal",
}

INTENTS = {
    "greet": "un saludo",
    "thank": "las gracias",
    "smalltalk": "plática",
    "start_booking": "quiere agendar",
    "check_availability": "pregunta por horarios",
    "select_slot": "elige un horario",
    "provide_customer_data": "da sus datos",
    "confirm": "un sí",
    "deny": "un no",
    "cancel_booking": "deja lo que estaba haciendo",
    "cancel_appointment": "quiere cancelar una cita",
    "reschedule_appointment": "quiere cambiar una cita",
    "attend": "dice si viene a su cita",
    "rate": "califica su consulta",
    "attend_changed": "su cita ya no está como decía el recordatorio",
    "list_appointments": "pregunta por sus citas",
    "ask_question": "una pregunta",
    "recall": "pregunta por el pasado",
    "request_human": "pide hablar con alguien",
    "use_tool": "una orden del personal",
    "join_waiting_list": "quiere que le avisen si se libera un horario",
    "leave_waiting_list": "ya no quiere que le avisen de horarios",
    "take_offer": "quiere el horario que se le ofreció",
    "decline_offer": "no quiere el horario que se le ofreció",
    "opt_out": "baja o alta de mensajes",
    "privacy_request": "pide por sus datos personales",
    "unknown": "no se entendió",
}

TRIGGERS = {
    **INTENTS,
    "first_contact": "primer contacto: aviso de privacidad",
    "timeout": "pasó demasiado tiempo",
    "bot_returns": "el bot vuelve a atender",
    "resume": "retoma donde iba",
    "slot_taken": "el horario ya se ocupó",
    "patient_busy": "el paciente ya tiene cita a esa hora",
    "appointment_changed": "la cita ya no está, o no se puede cambiar así",
    "proposal_changed": "lo propuesto solo se puede hacer de otro modo",
    "too_late": "la cita ya está demasiado próxima",
    "order_refused": "lo que se pidió ya no se puede hacer",
    "unheard": "no se contesta: pidió no recibir mensajes, o atiende una persona",
    "enrol": "un código de alta",
    "mark_notice": "marca un aviso como visto o atendido",
    "notice_unclear": "no se sabe de qué aviso habla",
    "fill_order": "completa o cambia la orden en curso",
    "next_order": "sigue con lo demás que se pidió",
    "offer_gone": "el horario que se le ofreció ya no está",
    "other_one": "sigue con la otra cita que pidió",
}

SOURCES = {
    "tap": "un botón",
    "shortcut": "las reglas, sin modelo",
    "model": "el modelo",
    "fallback": "las reglas: del modelo no se tomó nada",
    "system": "el sistema, sin mensaje",
}

EFFECTS = {
    "doctors": "leyó los doctores",
    "away": "vio si su doctor no estará",
    "search": "buscó horarios libres",
    "appointments": "leyó sus citas",
    "patients": "leyó a quiénes ha traído",
    "whose": "leyó de quién es cada cita",
    "may": "revisó los permisos",
    "right": "revisó si aún puede",
    "hold": "apartó el horario",
    "renew": "renovó el apartado",
    "release": "soltó el apartado",
    "standing": "vio cómo está ahora la cita",
    "book": "agendó la cita",
    "cancel": "canceló la cita",
    "move": "cambió la cita",
    "notice": "avisó al personal",
    "desk": "leyó cuándo hay alguien en recepción",
    "documents": "buscó en los documentos",
    "memory": "buscó en lo de antes",
    "before": "buscó la cita anterior",
    "attend": "marcó que sí vendrá",
    "rating": "vio por cuál consulta se le preguntó",
    "rate": "guardó la calificación",
    "attends": "vio qué doctores atienden y a qué horas",
    "came": "vio si alguien le respondió",
    "today": "vio si tiene una cita hoy que no ha terminado",
    "emergency": "vio si hay una emergencia que nadie ha atendido",
    "closed": "vio qué días no hay consulta",
    "open": "vio si hay consulta",
    "enrol": "dio de alta con un código",
    "mark_notice": "marcó un aviso",
    "perform": "hizo lo que se confirmó",
    "tool": "hizo una consulta del personal",
    "tools": "hizo las consultas del personal",
    "waiting": "vio si está en la lista de espera",
    "waiting_chances": "vio si lo que espera ya está libre o se puede liberar",
    "absent": "vio si el doctor va a estar",
    "join_waiting_list": "anotó en la lista de espera",
    "leave_waiting_list": "quitó de la lista de espera",
    "offered": "vio el horario que se le ofreció",
    "take_offered": "tomó el horario que se le ofreció",
    "settle_offer": "anotó qué pasó con ese horario",
}


def in_words(words: dict[str, str], name: str) -> str:
    """The Spanish of a name, or the name."""
    return words.get(name, name)
