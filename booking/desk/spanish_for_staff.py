"""The conversation's vocabulary in Spanish, for staff. What has no words here is shown under its own name."""

from __future__ import annotations

STATES = {
    "IDLE": "sin nada en curso",
    "SLOT_SELECTION": "eligiendo horario",
    "CUSTOMER_DATA": "dando el nombre",
    "CONFIRM": "por confirmar",
}

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
    "fallback": "las reglas, porque el modelo falló",
    "system": "el sistema, sin mensaje",
}

GUARDS = {
    "ordering": "hay una orden del personal por confirmar",
    "brings_code": "trae un código de alta",
    "tool_proposes": "la herramienta propone algo que confirmar",
    "tool_prepares": "la herramienta propone algo que confirmar, o pregunta lo que falta",
    "tool_answers": "la herramienta responde",
    "tool_asks": "a la herramienta le falta un dato, o hay varios que elegir",
    "tool_refuses": "la herramienta no puede hacerlo",
    "names_another": "parece cambiar la orden en curso, pero nombra a otro paciente",
    "denies": "empezó con un no a la orden en curso",
    "first_of_several": "es la primera de varias órdenes, y a ninguna se dijo que sí",
    "goes_on": "completa o cambia la orden en curso",
    "tool_forbidden": "no puede usar esa herramienta",
    "queued": "hay algo más por atender de lo que pidió",
    "right_ended": "lo que pidió ya no le toca",
    "listed": "elige uno de los que listó la herramienta",
    "opted_out": "la persona pidió no recibir mensajes",
    "undoes_opt_out": "la persona escribió ALTA",
    "asks_something": "pide algo",
    "way_back_told": "hace poco se le dijo cómo volver",
    "way_back_owed": "pide algo, y hace mucho que no se le dice cómo volver",
    "wants_assistant": "quiere seguir con el asistente",
    "guessed": "no lo dijo con todas sus letras, o solo lo leyó un modelo",
    "under_human": "el chat lo atiende una persona",
    "wish_ambiguous": "la hora pedida se puede leer de varias maneras",
    "wish_impossible": "la hora pedida no existe o ya pasó",
    "says_what": "dijo cuándo, con quién o qué tipo de visita",
    "visit_open": "falta saber si es primera vez o seguimiento",
    "same_visit": "dijo el tipo de visita que ya se busca",
    "brings_note": "le dice algo al doctor",
    "for_another": "se trata de otra persona",
    "only_note": "le dice algo al doctor, y nada más",
    "exact_time_free": "la hora exacta que pidió está libre",
    "any_times_found": "hay horarios libres",
    "times_found": "hay horarios libres como los pidió",
    "other_times_found": "no hay como los pidió, pero sí otros",
    "offer_missing": "no se le ha ofrecido nada",
    "offer_fresh": "la oferta sigue vigente",
    "offers_others": "lo ofrecido no es lo que pidió, sino lo más cercano",
    "choice_offered": "lo que eligió se le había ofrecido",
    "holding": "tiene un horario apartado",
    "name_known": "ya se sabe el nombre",
    "brings_data": "dijo algo del paciente que se puede anotar",
    "name_given": "dio un nombre",
    "yes_is_bound": "el sí responde a la propuesta que se le mostró",
    "third_miss": "es el tercer mensaje que no se entiende",
    "fourth_miss": "es el cuarto mensaje que no se entiende",
    "unreadable": "es una foto, una nota de voz u otra cosa que no se puede leer",
    "is_media": "es una foto, documento u otra cosa que no se puede leer",
    "partly": "se entendió algo, y dijo algo más que no se entendió",
    "still_unclear": "sigue en pie solo lo que se entendió del mensaje anterior",
    "leads_back": "se dice algo, y hay que volver a lo que estaba en curso",
    "goes_back": "el silencio dejó a medias una búsqueda, y no pide otra cosa",
    "not_so": "dijo que no es así lo que se entendió",
    "of_an_order": "era una orden del personal",
    "has_manner": "pide un momento, se ríe o pregunta qué se le dijo",
    "waits": "pide un momento",
    "laughs": "se ríe",
    "is_voice": "es una nota de voz",
    "is_file": "es un archivo, que se guarda para el personal",
    "is_location": "es una ubicación",
    "is_foreign": "está en otro idioma",
    "is_stale_tap": "el botón es de una oferta anterior",
    "not_on_screen": "el botón es de una oferta anterior, o ninguna opción de la lista tiene ese número",
    "on_record": "la ficha de la clínica responde",
    "in_documents": "un documento de la clínica responde",
    "remembered": "algo de antes responde",
    "memory_late": "lo de antes no se pudo consultar",
    "appointments_found": "tiene citas próximas",
    "one_found": "una sola cita corresponde a lo que dijo",
    "cancelling": "está por cancelar una cita",
    "moving": "está por cambiar una cita",
    "changing": "está por cambiar o cancelar una cita",
    "one_listed": "solo se muestra una cita, para cambiarla o hacer otra",
    "picking": "está por decir de cuál cita se trata",
    "one_picked": "dijo de cuál cita se trata",
    "in_doubt": "dice que no, o cambia algo que no se entiende",
    "several": "quiere hacer o cancelar varias citas",
    "nobody_came": "nadie le ha contestado todavía, y el bot puede con lo que pide",
    "more": "pidió otra cita en el mismo mensaje que la que está haciendo",
    "only_whose": "además dice para quién es, sin nombre",
    "another_doctor": "pide otro doctor que aquel de quien se habla",
    "another_patient": "nombra a otra persona que la de la cita que se cambia",
    "maybe_another": "quizá quiere otra cita, y no cambiar la que tiene",
    "too_late": "la cita está demasiado próxima para cambiarla por chat",
    "running_late": "avisa que llega tarde",
    "no_waiting_list": "la clínica no lleva lista de espera",
    "nothing_to_wait_for": "no se sabe de qué avisarle",
    "free_already": "lo que espera ya está libre",
    "free_to_move": "lo que espera ya está libre, para una cita que ya tiene",
    "on_waiting_list": "está en la lista de espera",
    "offer_lost": "el horario ofrecido ya no está apartado para esa persona",
    "offer_is_taken": "ya había aceptado ese horario",
    "offer_is_moving": "el horario ofrecido es para una cita que ya tiene",
    "offer_named": "ya se sabe para quién es el horario ofrecido",
    "declines": "dice que no va a poder ir",
    "is_urgent": "usó palabras de una urgencia médica",
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
}

WHY_NOT_FREE = {
    "past": "ya pasó",
    "notice": "aviso mínimo",
    "horizon": "fuera del plazo para agendar",
    "inactive": "el doctor no está activo",
    "closed": "clínica cerrada",
    "not_working": "fuera de horario",
    "off_grid": "no es inicio de turno",
    "too_long": "la consulta no cabe antes de cerrar",
    "cap": "tope diario",
    "away": "ausencia",
    "blocked": "bloqueo",
    "taken": "ocupado",
    "buffer": "muy cerca de otra cita",
}

WHICH_ONE = {
    "doctor": "Escriba doctor= con su nombre completo.",
    "paciente_nombre": "Escriba paciente_nombre= con su nombre completo o su teléfono.",
    "a_doctor": "Escriba a_doctor= con su nombre completo.",
    "cita": "Escriba paciente= y cuando= con el nombre completo, el día y la hora.",
}
"""What to write where a parameter of a tool can mean several."""

NEXT_STEPS = {
    "not_allowed": "Lo que hay: turnero tools listar",
    "no_such_patient": "Búsquelo con: turnero tools usar buscar_pacientes_doctor busqueda=NOMBRE",
    "no_such_visit": "Véalos con: turnero horarios consultas",
    "no_such_doctor": "Véalos con: turnero doctores listar",
    "no_such_appointment": "Véalas con: turnero citas listar",
    "no_such_place": "Escriba una ciudad («Tokio») o una zona («Asia/Tokyo»).",
    "slot_taken": "Los libres: turnero tools usar check_availability date=DIA",
    "patient_busy": "Sus citas: turnero tools usar buscar_citas_por_periodo paciente=NOMBRE",
    "appointment_changed": "Véala con: turnero citas listar, y vuelva a pedirlo.",
    "touches_others": "Vuelva a pedirlo para ver cuántas citas hay ahí.",
    "shown_otherwise": "Vuelva a pedirlo para ver cuáles citas hay ahí.",
    "not_now": "Cómo está: turnero citas listar",
    "known": "Véalo con: turnero tools usar buscar_pacientes_doctor busqueda=NOMBRE",
    "not_yet": "Cuándo es: turnero citas listar",
    "too_many": "Diga un día, unas horas o de qué paciente.",
    "day_changed": "Vuelva a pedirlo para ver cómo está.",
    "none_to_change": "Véalas con: turnero agenda",
    "only_today": "Repítalo ese día.",
    "none_can": "Vea el día con: turnero agenda",
    "one_by_one": "Cada cita se mueve por separado: turnero citas mover NUMERO --inicio …",
    "past": "Escriba un día y una hora por venir.",
    "not_closed": "Los cerrados: turnero horarios cerrados",
    "late": "Si sigue igual: turnero check",
    "failed": "Si sigue igual: turnero check",
}
"""What to do when a tool did not do it, by the reason."""

TOPICS = {
    "hours": "horarios",
    "address": "dirección",
    "phone": "teléfono",
    "parking": "estacionamiento",
    "doctors": "doctores y especialidades",
    "duration": "cuánto dura la consulta",
    "prices": "precios",
    "insurance": "seguros",
    "cards": "formas de pago",
    "bring": "qué llevar",
    "fasting": "ayuno",
}
"""What patients ask about."""

FILLED_IN_WITH = {
    "address": "turnero clinica editar --direccion … --mapa …",
    "phone": "turnero clinica editar --telefono …",
    "parking": "turnero clinica editar --estacionamiento …",
    "prices": "turnero clinica editar --precio «Consulta=$600»",
    "insurance": "turnero clinica editar --seguro GNP",
    "cards": "turnero clinica editar --tarjetas …",
    "bring": "turnero clinica editar --llevar …",
    "fasting": "turnero clinica editar --ayuno …",
}
"""How the clinic says what is asked about; any other question: `--pregunta`."""

MEDIA = {"image": "imagen", "document": "documento", "audio": "audio", "video": "video"}

DELIVERY = {
    "pending": "en espera de salir",
    "sent": "enviado",
    "failed": "no se pudo enviar",
    "expired": "ya no salió: pasó su hora",
}


CLOSED = {"closed_day": "día inhábil"}
"""Why the clinic is closed, where nobody wrote why."""


def why_not_free(why: str, detail: str | None) -> tuple[str, str | None]:
    """Why a time is not free, and what staff wrote of it."""
    return in_words(WHY_NOT_FREE, why), detail and in_words(CLOSED, detail)


def in_words(words: dict[str, str], name: str) -> str:
    """The Spanish of a name, or the name."""
    return words.get(name, name)
