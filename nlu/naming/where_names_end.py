"""Where a name ends inside a sentence that goes on: "mi mamá Rosa Torres | toma diálisis y quiere cita"."""

from __future__ import annotations

from nlu.naming.name_words import GIVEN, NOT_A_NAME, ONLY_SURNAMES, PARTICLES, RELATIONS, SURNAMES_TOO
from nlu.words.message import Token, plain
from nlu.words.spelling import is_spanish
from nlu.words.word_sets import word_set

_TOLD = word_set("""toma tomaba tomo usa usaba uso padece padecia sufre sufria sufrio camina caminaba come comia duerme
    respira vomita vomito llora cojea tose sangra estudia trabaja trabajaba cumple cumplio pesa mide cuida requiere
    ocupa escucha asiste acude estuvo tuvo fue recibe depende juega fuma presenta lleva carga quedo salio cayo
    operaron operan lastimo fracturo quemo corto desmayo enfermo dializa dialisis diabetico diabetica hipertenso
    hipertensa epileptico epileptica asmatico asmatica alergico alergica embarazada discapacitado discapacitada
    hemodialisis quimioterapia marcapasos oxigeno insulina andadera muletas baston""")
"""What is told of a patient behind the name: none of these is a surname, however it is written."""

_WORDS_TOO = word_set("""acero acosta aguas aguila aguilas alba alcala alcaraz aldana alegre alegria aleman alfaro amador amarillas amaro
    amor angel angeles angulo aragon aranda arce arco arcos arellano arena arenas arias armas arroyo avila ayala
    banda banos barba barbosa barra barragan barranco barrera barreras barrientos barrios barron batalla
    bautista bello benavides blanca blanco bonilla borda borrego bravo briones burgos bustos caballero cabello
    cabeza cabral cabrera calderon calvo camacho camara camarena camargo camino campa campo campos canales
    candelaria cano cantero cardenas cardona carmona carranza carrasco carrera carreras carrillo carrion casa
    casas castaneda castano castilla castillo castro caudillo cazares ceballos cedillo centeno cepeda cerda
    cerro cerros chacon chavez cisneros clavel colon colores conde contreras cordero corona corral corrales
    correa cortes cota crespo cruces cruz cuadra cuadros cuesta cueva cuevas delgado duarte duque encinas
    enriquez escalante escobar escobedo escudero espada esperanza espino espinosa espinoza estrada estrella
    fierro figueroa flor flores franco fuente fuentes galan galindo gallardo gallego gallegos gallo galvan
    gamboa garcia garza gavilan gil girasol giron godoy gracia granados grande granja guardado guerra guerrero
    guevara guillen haro heredia hermosillo herrera hidalgo hierro huerta hurtado ibarra iglesias infante islas
    jaramillo jardon jasso jordan juarez lago lagos lagunas lara leal leon leyva lima limon linares llamas
    llanos lobo loera loma lomas lopez lozano lucero lugo lujan luna luz machado macias madera madero malo
    mancilla manzano mar marca mares marin marmol marquez marron mata medina mejia melgar melon mendoza merced
    mesa meza mina miranda molina molinero montano monte montero montes mora morado moral morales moran moreno
    mota mujica munoz muro navarro navas negrete nieto nieves noble nogal nogales novoa nuevo oca ocampo ojeda
    oliva olivares olivas oliveros olivo olmos orden oro oros orozco osorio otero pacheco padilla palacio
    palacios palma palmas palomares palomera palomino palomo pantoja pardo paredes parra partida paz pedraza
    pelayo pena penaloza perales peralta perea perla pilar pino pinos pinto pizarro plata plaza polanco ponce
    porras portillo pozo pozos prado prieto puente puentes puerta puerto quezada quintana quintero ramos real
    rey reyes rico rincon rio rios riva rivas rivera robledo robles roca rocha rojas rojo roldan roman romero
    rosa rosales rosario rosas rubio rueda ruedas ruiz saavedra sala salado salas salazar salcedo salgado
    salinas salvador salvatierra sandoval santiago santo santos sarmiento segovia segura sereno serna serrano
    sierra silva solano solis soria sosa sotelo soto suarez tapia tejada tejeda tello terrazas tierra tirado
    toledo toro toros torre torrero torres trejo trigo trigueros trinidad trujillo urbano urbina vaca val valdez
    valencia valentin valenzuela valle valles valverde vara varela vargas vega vegas vela velasco vera verde
    verdugo verdura vergara viana vidal villa villalobos villanueva villar villarreal villegas viva vivar yanez
    zamora zapata zapatero zarco zavala zorrilla zorro""")
"""Ordinary words that are surnames as well, in small letters too."""
_NAMES = GIVEN | _WORDS_TOO | ONLY_SURNAMES | SURNAMES_TOO | PARTICLES


def ends_before(tokens: tuple[Token, ...], index: int, stop: int, taken: list[int]) -> bool:
    """Whether a name of which some words are `taken` ends before this one: it tells something, or it is in small letters
    behind capitals, and it or what follows is of the language and no surname."""
    if not taken or not tokens[index].raw.islower():
        return False
    if plain(tokens[index].raw) in _TOLD:
        return True
    behind_capitals = tokens[taken[-1]].raw[0].isupper() and len(tokens[taken[-1]].raw) > 1
    return behind_capitals and any(_is_common(word) for word in _in_small_letters(tokens, index, stop))


def _in_small_letters(tokens: tuple[Token, ...], index: int, stop: int) -> list[str]:
    """The words from there on that might go on a name."""
    found: list[str] = []
    while index < stop and tokens[index].kind == "word" and tokens[index].raw.islower():
        word = plain(tokens[index].raw)
        if word in NOT_A_NAME or word in RELATIONS or word == "y":
            break
        found.append(word)
        index += 1
    return found


def _is_common(word: str) -> bool:
    return word not in _NAMES and (word in _TOLD or is_spanish(word))


def goes_on_with(token: Token) -> bool:
    """Whether a sentence, and no name, goes on with this word behind "y": "Rosa Torres y pregunto cuánto cuesta"."""
    return token.raw.islower() and plain(token.raw) not in _NAMES
