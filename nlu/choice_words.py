"""The words around a choice among offered times: what leads to it, what courteously follows, what names any of them."""

from __future__ import annotations

from nlu.closed_phrases import POLITE, THANKS
from nlu.yes_phrases import composed

ARTICLES = frozenset("el la lo al".split())
NOUNS = frozenset("opcion opciones numero letra horario hora turno cita lugar espacio inciso".split())
LEADS = tuple(
    sorted(
        (
            tuple(phrase.split())
            for phrase in (
                "quiero,quisiera,yo quiero,me gustaria,dame,deme,me das,me da,prefiero,preferiria,simon,sip,aja,elijo,escojo,selecciono"
                ",agarro,tomo,tomaria,me quedo con,me quedaria con,me voy con,voy con,vamos con,con,que sea,seria,puede ser"
                ",podria ser"
                ",entonces,mejor,si,ok,va,sale,perfecto,perfecta,listo,claro,orale"
                ",vale,pues,bueno,ah,hola,buenas,buenos dias,buenas tardes,buenas noches,buen dia,es,escogeria,elegiria"
                ",me parece bien,me acomoda,me conviene,me queda,me queda bien,me late,me gusta,para,en,necesito,opto por"
                ",yo,mm,mmm,mmmm,hm,eh,a ver,andale,de acuerdo,gracias,muchas gracias,por favor,porfa,esta bien,me sirve,me funciona,mi opcion es"
                ",creo que,yo creo que,yo digo que,digo,perdon,mas bien,ni modo,ya ni modo,quiero agendar,quiero reservar,quiero apartar"
            ).split(",")
        ),
        key=len,
        reverse=True,
    )
)
TRAILS = tuple(
    sorted(
        frozenset(
            tuple(phrase.split())
            for phrase in (
                "por favor,porfa,gracias,muchas gracias,esta bien,esta perfecto,esta perfecta,me queda bien,me queda perfecto"
                ",me queda,me parece bien,me parece perfecto,me parece,me acomoda,me conviene,me late,me gusta,me sirve,mejor,si"
                ",entonces,pues,de favor,si se puede,si es posible,perfecto,perfecta,ok,quiero,es la que quiero,la quiero,lo quiero"
                ",si por favor,va,sale,opcion,de todas,de todos,de la lista,de las opciones,de los horarios,que me dio,que me diste"
                ",que me dijo,que me mandaste,que me mando,que aparece,que sale,que pusiste,que dices,que dijo,que dijiste,que me ofrece"
                ",que me ofreces,que tengan,que tengas,que tenga,me funciona,disponible,que haya,que hay,seria,es buena,esa,eso,por fa"
            ).split(",")
        )
        | {(*lead, *said) for said in THANKS | POLITE for lead in ((), ("y",))}
        | composed("de", "esas,esos,estas,estos"),
        key=len,
        reverse=True,
    )
)
ANY = frozenset(
    {
        ("cualquiera",), ("la", "que", "sea"), ("el", "que", "sea"), ("me", "da", "igual"), ("la", "que", "gustes"),
        ("la", "que", "tu", "digas"), ("el", "que", "gustes"), ("cualquier", "opcion"), ("cualquier", "horario"),
        ("la", "que", "quieras"), ("la", "que", "guste"), ("cualquiera", "de", "esas"), ("cualquiera", "de", "esos"),
        ("el", "que", "usted", "diga"), ("la", "que", "usted", "diga"), ("cualquiera", "de", "las", "opciones"),
    }
)  # fmt: skip
_NO_PROBLEM = composed(
    "no hay,no tengo,no habria,no tendria,sin,ningun", "problema,ningun problema,inconveniente,bronca", "con,en"
)
LEADS = tuple(sorted({*LEADS, *_NO_PROBLEM}, key=len, reverse=True))
LEADS_BY_FIRST = {first: tuple(lead for lead in LEADS if lead[0] == first) for first in {lead[0] for lead in LEADS}}
TRAILS_BY_LAST = {last: tuple(t for t in TRAILS if t[-1] == last) for last in {trail[-1] for trail in TRAILS}}
BEFORE_ARTICLE = frozenset({("con",), ("para",), ("en",), ("es",), ("necesito",)}) | _NO_PROBLEM
"""Leads that choose only before an article: "con la 2", but not "con 2 hijos"."""

SOONEST = frozenset(
    "temprano temprana pronto pronta proxima proximo cercana cercano tempranito tempranita tempranera tempranero".split()
)
LATEST = frozenset("tarde tardecita tardecito tardado tardada tardia tardio lejana lejano noche".split())
