"""Where a name ends inside a sentence that goes on: "mi mamá Rosa Torres | toma diálisis y quiere cita"."""

from __future__ import annotations

import re

from nlu.naming.name_words import GIVEN, NOT_A_NAME, ONLY_SURNAMES, PARTICLES, RELATIONS, SURNAMES_TOO
from nlu.words.message import Token, plain
from nlu.words.spelling import in_the_present, is_spanish
from nlu.words.word_sets import word_set

_TOLD = word_set("""toma tomaba tomo usa usaba uso padece padecia sufre sufria sufrio camina caminaba come comia duerme
    respira vomita vomito llora cojea tose sangra estudia trabaja trabajaba cumple cumplio pesa mide cuida requiere
    ocupa escucha asiste acude estuvo tuvo fue recibe depende juega fuma presenta lleva carga quedo salio cayo
    operaron operan lastimo fracturo quemo corto desmayo enfermo dializa dialisis diabetico diabetica hipertenso
    hipertensa epileptico epileptica asmatico asmatica alergico alergica embarazada discapacitado discapacitada
    hemodialisis quimioterapia marcapasos oxigeno insulina andadera muletas baston
    cansado cansada mareado mareada internado internada hospitalizado hospitalizada operado operada lastimado lastimada
    fracturado fracturada golpeado golpeada inflamado inflamada delicada vacunado vacunada dermatologia pediatria ginecologia
    cardiologia ortopedia traumatologia oftalmologia nutricion""")
"""What is told of a patient behind the name: none of these is a surname, however it is written."""

_WORDS_TOO = word_set("""abad acero acosta aguas aguila aguilas alba alegre alegria aleman amarillas amor angel angeles angulo arce arco
    arcos arena arenas arias armas arroyo ayala banda banos barajas barba barra barranco barrera barreras barrios
    batalla bautista bello blanca blanco bolanos borda borrego bravo bustos caballero cabello cabeza calvo camara
    camino campo campos canales cano cantero carrera carreras casa casas castano castillo castro caudillo cazares
    centeno cerda cerro cerros clavel colon colores conde cordero corona corral corrales correa cortes cota crespo
    cruces cruz cuadra cuadros cuellar cuesta cueva cuevas delgado duque escalante escobar escudero espada esperanza
    espino espinosa estrella fierro flor flores franco fuente fuentes galan gallardo gallego gallegos gallo garcia
    garza gavilan gil girasol gracia grande granja guardado guerra guerrero heredia herrera hidalgo hierro hoyos
    huerta hurtado iglesias infante islas lago lagos lagunas leal leon lima limon llamas llanos lobo loma lomas
    lopez lucero lugo lujan luna luz madera madero malo mancilla manzano mar marca mares marmol marron mata melon
    mercado merced mesa mina miranda molinero monte montes mora morado moral morales moran moreno mota muro nieto
    nieves noble nogal nogales nuevo oca oliva olivas olivo olmos orden oro oros palacio palacios palma palmas
    palomares palomera palomino palomo pardo paredes parra partida pastor paz pena perales perla pilar pino pinos
    pinto plata plaza porras pozo pozos prado prieto puente puentes puerta puerto ramos real rey reyes rico rincon
    rio rios riva rivas rivera robles roca rojas rojo romero rosa rosales rosario rosas rubio rueda ruedas sala
    salado salas salinas salvador santiago santo santos segura sereno serrano sierra silva solis sosa sotelo soto
    tapia tejada terrazas tierra tirado toro toros torre torres trigo trinidad urbano vaca val valle valles vara
    vargas vega vegas vela vera verde verdugo verdura villa viva vivar zapatero zorro""")
"""Ordinary words that are surnames as well, in small letters too."""
_DOES = re.compile(r"(?:[aeo]|an|en|[ae]mos)$")
_DID = re.compile(r"(?:aron|ieron|abas?|aban|[aei]ndo|io)$")
_NAMES = GIVEN | _WORDS_TOO | ONLY_SURNAMES | SURNAMES_TOO | PARTICLES


def ends_before(tokens: tuple[Token, ...], index: int, stop: int, taken: list[int]) -> bool:
    """Whether a name of which some words are `taken` ends before this one: it tells something, or it is in small letters
    behind capitals and a word of the language that is no surname. The last word of a message behind a name and a surname
    is a surname too, unless it tells something; one that is in no list is judged by what follows it."""
    if not taken or not tokens[index].raw.islower():
        return False
    word = plain(tokens[index].raw)
    if word in _TOLD:
        return True
    if not _is_capital(tokens[taken[-1]]) or word in _NAMES:
        return False
    if is_spanish(word):
        return _does(word) or not (_is_last(tokens, index) and sum(_is_capital(tokens[i]) for i in taken) > 1)
    return _is_common_behind(tokens, index + 1, stop)


def _is_capital(token: Token) -> bool:
    return token.raw[0].isupper() and len(token.raw) > 1


def _is_last(tokens: tuple[Token, ...], index: int) -> bool:
    return not any(one.kind in ("word", "number") for one in tokens[index + 1 :])


def _does(word: str) -> bool:
    """Whether it may be what somebody does, or did: "vomita", "necesito", "operaron"; no "mercado", no "barajas"."""
    return bool(_DOES.search(word) and in_the_present(word)) or bool(_DID.search(word) and is_spanish(word))


def _is_common_behind(tokens: tuple[Token, ...], index: int, stop: int) -> bool:
    """Whether a word of the language that begins no sentence of its own stands there: "Rosa Torres tomma pastillas"."""
    if index >= stop or tokens[index].kind != "word" or not tokens[index].raw.islower():
        return False
    word = plain(tokens[index].raw)
    if word in _NAMES | _TOLD | NOT_A_NAME | RELATIONS:
        return False
    return is_spanish(word) and not _does(word)


def goes_on_with(token: Token) -> bool:
    """Whether a sentence, and no name, goes on with this word behind "y": "Rosa Torres y pregunto cuánto cuesta"."""
    word = plain(token.raw)
    return token.raw.islower() and word not in _NAMES and (token.text != word or is_spanish(word))
