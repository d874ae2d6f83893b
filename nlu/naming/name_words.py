"""Words that make up names, and words that cannot, folded. Only lists; the rules are in `names`."""

from __future__ import annotations

GIVEN = frozenset(
    """
    lee abel abigail abraham abril adan adela adelina adolfo adrian adriana agustin agustina aida aide alan alba albert
    alberta alberto aldo alejandra alejandro alexa alexander alexis alfonso alfredo alicia alina alma alondra alonso
    alvaro amada amalia amanda amelia america amparo ana anabel anahi analia andrea andres angel angela angelica
    angelina angeles anna anselmo antonia antonio araceli aranza arantza ariadna ariana ariel armando arnulfo
    arturo asuncion athziri aurelia aurelio aurora axel azucena barbara beatriz belen benita benito benjamin berenice
    bernardo berta bertha betty blanca brandon braulio brayan brenda briana bruno bryan camila candelaria carina
    carla carlos carmela carmen carolina catalina cecilia celia celina cesar christian cinthia cintia ciro citlali
    citlalli clara claudia claudio clemente concepcion constanza consuelo cristian cristina cristobal cruz cuauhtemoc
    cynthia dafne dalia damaris damian daniel daniela dario david dayana debora delfina delia denise diana diego
    dolores dominga domingo donaldo dora dulce edgar edith edmundo eduardo edwin efrain elba elena eleazar eleonor
    elia elias elisa elizabeth elodia eloisa elsa elva elvira emanuel emilia emiliano emilio emma emmanuel enrique
    erendira eric erica erick ericka erik erika ernestina ernesto esmeralda esperanza esteban estefania estela ester
    esther estrella eugenia eugenio eulalia eusebio eva evangelina evelia evelin evelyn ezequiel fabian fabiola
    fabricio fatima federico felicitas felipe felix fermin fernanda fernando fidel fidelina filiberto flor florencia
    francisca francisco franco frida gabriel gabriela gael genaro genoveva georgina gerardo german gilberto gildardo
    gisela giselle gladis gladys gloria gonzalo graciela gregoria gregorio griselda grisel guadalupe guillermina
    guillermo gustavo hector heidi helena heliodoro heriberto herlinda hermelinda hilario hilda homero hortensia
    hugo humberto ian ignacio iliana imelda ines ingrid iram irene iris irma irving isaac isabel isabella isaias
    isela isidro ismael israel itzel ivan ivana ivette ivonne ivon jacinto jacob jacobo jacqueline jaime janet
    janeth javier jazmin jenifer jennifer jenny jeronimo jesica jessica jesus jimena joana joaquin joel johana jonathan
    jonas jordan jorge jose josefa josefina joselyn josue joyce juan juana juanita juanito judith julia julian juliana
    julieta julio justina karen karime karina karla karol kassandra katia katherine kevin kimberly lambert laura
    lauro lazaro leandro leilani leobardo leon leonardo leonel leonor leopoldo leslie leticia lia libia lidia lilia
    lilian liliana linda lizbeth lizeth lola lorena lorenza lorenzo lourdes lucas lucero lucha lucia luciana luciano
    lucina lucio lucrecia luis luisa lupe lupita luz lydia macario magali magda magdalena maite manuel manuela
    marcela marcelino marcelo marco marcos margarita maria mariana mariano maribel maricela mariela marina mario
    marisa marisela marisol maritza marlen marlene marta martha martin martina mateo matias matilde mauricio maura
    max maximiliano maximino mayra mayte melani melanie melisa melissa melva mercedes micaela miguel mildred minerva
    miranda mireya miriam mirna misael moises monica monserrat montserrat nadia nancy naomi narciso natalia nayeli
    nelida nelly nestor nicolas nidia nicole noe noel noelia noemi nohemi nora norberto norma octavia octavio ofelia
    olga oliver olivia omar orlando oscar osvaldo oswaldo otilia pablo paco pamela paola patricia patricio paula
    paulina paulino pedro perla pepe petra pilar porfirio priscila rafael rafael ramiro ramon ramona raquel raul
    raymundo rebeca refugio regina rene renata reyna reynaldo ricardo rigoberto rita roberta roberto rocio rodolfo
    rodrigo rogelio rolando roman romina romeo romulo rosa rosalba rosalia rosalinda rosalva rosana rosario rosaura
    rosendo roxana ruben rufino ruth sabina sabrina salma salome salomon salvador samantha samanta samuel sandra
    santiago santos sara sarai saray saul scarlett sebastian selene serafin sergio sheila silvestre silvia simona
    socorro sofia soledad sonia stephanie susana suzana tadeo tamara tania tatiana tecla teodora teodoro teresa tomas
    trinidad ulises uriel ursula valentin valentina valeria valerio vanesa vanessa vania venancio veronica vicente
    victor victoria vilma violeta virgilio virginia viridiana viviana wendy wilfrido william ximena xochitl yadira
    yahir yamile yanet yaneth yareli yaretzi yasmin yazmin yesenia yesica yolanda yuridia zaira zoe zulema zuri
    bety chela chuy concha conchita fer gaby gabi lalo lili maru memo nacho paty pati pepa quique rafa roberta
    rosita sofi tere tono vero yoli beto chava kike mari maricarmen marilu mike michelle michael john
    tono abelardo adolfina amador anastasio antonieta apolinar arcadio arcelia arely aristeo arleth ausencio azael
    baltazar basilio beny bernabe bertita bibiana blas bonifacio brigida calixto canuto casimiro celedonio celso
    chabela chabelo chago chano charo chata chayito chayo chelo chema chencho chepina chole cipriano cira ciriaco
    claudina cleotilde conchis crispin cuca cuco cuquis damiana dany delfino dionisio donato edelmira edna efren
    eleonora eleuterio eligio eliseo elodio eloy elpidio enedina erasmo ethel evaristo evodio fabi fany faustino
    feliciano fidencio filemon filomena fito florentino fortino fulgencio galdino gamaliel gina glafira goyo
    graciano guicho gus hermenegildo hilaria hipolito hortencia huicho humbertina idalia ignacia inocencio isaura
    isidoro jacinta jair jeremias joaquina jony jorgina josias jovita lencho leo leonides lety librada licha lino
    lucila macaria maclovio magui malena malu marce marcelina maricruz marielos mary mauro maximina mayela meche
    melchor melquiades merche mia milagros modesta modesto moncho nabor nando nati natividad nazario nemesio nereida
    neto nicanor nico nicolasa ninfa norberta nuria obdulia odilia olaya olegario olimpia onesimo otoniel palemon
    panchita pancho panfilo pascual pascuala pepito petronila plutarco policarpo poncho ponciano prisciliano
    procopio prudencio queta quirino regino roque rosy rufina rutilio saturnino severiano silverio sixto sotero susy
    tavo tencha teo teodulo teofilo tiburcio timoteo tita tito tona tonita tonito toya tranquilino trini valdemar
    valente venustiano vicenta vicky vidal wenceslao xime yadi yareth zacarias zeferino zenaida zoila
    """.split()
)  # fmt: skip
"""Given names that are common in Mexico: evidence, never a condition."""

TITLES = frozenset(
    "senor senora senorita sr sra srta don dona doctor doctora lic licenciado licenciada ing ingeniero ingeniera"
    " profesor profesora profe profr profra maestro maestra mtro mtra arq cap capitan sgto tte gral".split()
)
"""What stands before a name and is no part of it."""

PARTICLES = frozenset("de del la las los y e da di do dos van von der san santa mac mc".split())
JOINERS = frozenset("de del la las los y e da di do dos van von der viuda".split())
"""Particles written small inside a name."""

RELATIONS = frozenset(
    """
    hijo hija hijito hijita mama mami mamita  papa papi papito madre padre esposo esposa marido mujer hermano
    hermana hermanito hermanita abuelo abuela abuelito abuelita nieto nieta sobrino sobrina tio tia primo prima suegro
    suegra novio novia pareja bebe nino nina amigo amiga amiguita cunado cunada yerno nuera jefa jefe jefita
    padrino madrina ahijado ahijada concubino concubina familiar vecino vecina companero companera patron patrona
    carnal carnala ama entenado hijastro hijastra padrastro madrastra prometido prometida bebita bebito bebesito bebesita tiito tiita bisabuela bisabuelo gemelo gemela cunadito chamaco
    nana bb nena nene apa chamaca chamaquito chamaquita plebe plebita plebito morro morra morrito morrita huerco huerca peque viejo vieja viejita viejito
    """.split()
)

NOT_A_NAME = frozenset(
    """
    hotel farmacia plaza hospital edificio restaurante tienda taller banco fraccionamiento colonia oxxo buen buena bueno buenas buenos
    afuera adentro pegadita pegadito juntita juntito fijese fijate fijense conmigo contigo consigo
    recien nacido nacida a al ante bajo con contra desde en entre hacia hasta para por segun sin sobre tras durante mediante el un una unos
    unas o u ni que si no se me te le les nos os lo yo tu usted ustedes ella ellos ellas nosotros mi mis tus su sus
    nuestro nuestra mio mia suyo suya este esta estos estas ese esa esos esas esto eso aquel aquella cual cuales quien
    quienes cuanto cuanta cuantos cuantas cuando donde como porque pues pero sino aunque mientras entonces luego
    despues antes ahora ahorita hoy ayer manana tarde noche mediodia medianoche madrugada temprano tempranito tardecito siempre nunca jamas
    tal vez quiza quizas acaso tambien tampoco muy mas menos mucho mucha muchos muchas poco poca pocos pocas todo toda
    todos todas nada nadie algo alguien algun alguno alguna algunos algunas ningun ninguno ninguna otro otra otros
    otras mismo misma cada cualquier cualquiera tan tanto solo solamente apenas casi aun todavia ya aqui ahi alli alla
    aca cerca lejos arriba abajo dentro fuera bien mal mejor peor asi claro ok sale va vale listo simon nel orale
    ser es soy eres somos son era eran fue fueron sea seria serian sera estar estoy estas estamos estan estaba estaban
    este haber he ha han hay habia hubo habra habria hayan haya tener tengo tiene tienen tienes tenia tenemos tendra
    tendran tendria tuve tuvo hacer hago hace hacen haces haga haria hice hizo hecho hagan poder puedo puede pueden
    puedes podria podrian podrias podre podra pude pueda querer quiero quiere quieren quieres quisiera quisieramos
    quise queria ir voy va vas vamos van iba iria ire fui vaya venir vengo viene vienen venia ver veo ve ven vea vean
    visto decir digo dice dicen dime diga digame dijo dijeron dar doy da dan das dame deme den dando saber se sabe
    saben sabes sabia llegar llego llega llegue pasar paso pasa pasan pase poner pongo pone pon ponga ponme parecer
    parece parecio quedar queda quedan quedo quede creer creo cree crees pensar pienso piensa hablar hablo habla hablan
    hable llevar llevo lleva lleve dejar dejo deja deje seguir sigo sigue siga encontrar llamar llamo llama llaman
    llame llamen llamenme marcar marcan necesitar necesito necesita necesitamos necesitan deber debo debe deben
    gustar gusta gustaria agradezco esperar espero espera esperen escribir escribo escribe buscar busco busca
    solicitar solicito pedir pido pide pedi agendar agenda agendo agende agendame agendar agendada agendado reservar
    reserva reservo apartar aparta aparto cancelar cancela cancelo cancele cambiar cambio cambia cambie cambien mover
    mueve reagendar reprogramar posponer confirmar confirmo confirma confirme confirmada confirmado modificar corregir
    corrige corrija atender atiende atienden atiendan abrir abren abre cerrar cierran cierra cobrar cobran cobra
    costar cuesta cuestan pagar pago pagan aceptan acepta acepto manejan tratan revisar revisen revise revisan
    checar checo checa consultar consulto mandar mandan mando manden enviar envian envio envien ayudar ayuda ayudan
    ayudas ayudarme ayudeme ayudame entender entiendo entiende sentir siento siente duele duelen dolor
    saltar saltalo salta omitir omitelo omite ponla ponlo ponle pongala pongale pasala pasalo muevela
    enfermo enferma enfermito enfermita malito malita malo mala enfermedad tos gripa gripe fiebre calentura alergia alergico alergica alergias diabetes diabetico
    diabetica hipertension hipertenso hipertensa embarazada embarazo vomito mareo mareos infeccion presion azucar
    cabeza espalda estomago garganta rodilla pie pies mano cuello pecho muela muelas oido oidos ojo ojos sangre
    dolor ardor ronchas herida fractura cirugia operacion medicamento medicina medicinas pastillas receta recetas
    estudios analisis laboratorio radiografia resultados ultrasonido vacuna vacunas sintomas tratamiento diagnostico
    cita citas consulta consultas turno turnos hora horas horario horarios dia dias fecha fechas semana semanas mes
    meses ano anos minuto minutos lugar lugares espacio espacios disponible disponibles disponibilidad opcion opciones
    numero numeros letra letras primera primero primer segunda segundo tercera tercero cuarta cuarto quinta quinto
    ultimo ultima proximo proxima siguiente pasado pasada anterior vez veces uno dos tres cuatro cinco seis siete ocho
    nueve diez once doce trece catorce quince veinte treinta media cien mil lunes martes miercoles jueves viernes
    sabado sabados enero febrero marzo junio agosto septiembre setiembre octubre noviembre diciembre
    hola buenas buenos buen dia tardes noches saludos gracias favor porfa disculpe disculpa disculpen perdon perdone
    oye oiga oigan adios bye chao hasta pronto igualmente mande bueno feliz bonito bonita
    doctor doctora doctores medico medica medicos especialista dentista pediatra ginecologo ginecologa cardiologo
    dermatologo dermatologa psicologo psicologa nutriologo nutriologa enfermera enfermero secretaria recepcion
    recepcionista asesor asesora agente persona personas humano humana operador operadora gerente encargado encargada
    clinica consultorio hospital direccion domicilio ubicacion calle colonia telefono celular correo whatsapp mapa
    precio precios costo costos tarifa pesos dinero efectivo tarjeta transferencia factura seguro descuento gratis
    informacion info informes informe duda dudas pregunta preguntas problema problemas tema asunto motivo razon
    servicio servicios atencion mensaje mensajes llamada foto imagen audio video archivo documento aviso privacidad
    datos dato nombre nombres apellido apellidos completo completa edad sexo paciente pacientes cliente nuevo nueva
    nuevos mayor menor adulto adulta joven jubilado jubilada estudiante maestra maestro ingeniero ingeniera abogado
    abogada licenciado licenciada contador contadora arquitecto arquitecta empleado empleada trabajo trabajador
    vegetariano vegetariana soltero soltera casado casada viudo viuda divorciado mexicano mexicana extranjero
    hombre senora senor senorita don dona sra sr srta lic ing doble acento baja alta stop menu inicio salir ayuda
    cierto correcto correcta incorrecto incorrecta verdad mentira seguro segura exacto perfecto perfecta excelente
    genial super posible imposible urgente urgencia urgencias emergencia emergencias rapido rapida facil dificil importante igual diferente
    distinto grande pequeno chico chica largo corto caro barato libre libres ocupado ocupada abierto cerrado
    familiar familia casa carro escuela gente cosa cosas mundo vida robot bot maquina jaja jeje nada ningun
    sip nop nope ey hey test undefined undef null none nil nan true false inf infinity admin root usuario user
    the of and or you your is are was were this that what how where when why who please thanks thank hello hi want
    need appointment can could would with for from have has not yes yeah not are my it its to in on at as be do does
    script alert select drop table insert update delete exec eval http https www com html javascript expression
    system prompt repeat print output show ignore instructions super bowl museum church community version classic
    anyone anything whatever xd lol omg jajaja asdf qwerty aja mmm hmm ah eh uy ay oh um
    cambiarla cambiarlo cancelarla cancelarlo quitar quita borrar borra eliminar elimina olvidalo sirve sirven
    funciona escribir escrito escrita mal equivocado equivocada error ponerle pongale anote anotar registrar
    trae trai trayendo anda andaba anduvo siente sintio duele dolor calentura fiebre tos
    cuantos ustedes favor tener llevarlo traer traigo traiga acompana vive vivo viven nacio nacimiento curp rfc
    prefiero preferiria acomoda conviene quedaria mandaron dijeron recomendaron recomendo ocupo urge gustan
    adelante tranquilo momento momentito rato ratito segundito espereme esperame esperese esperate perese pereme perame perate tantito permitame ahorita espere
    apunta escribale escribanle apuntele apuntela anotela registrela apunte apunten escribe escriba ponga ponle ponla pongale pongala anotala anotale apuntala apuntale agendala
    dios broma bromita chiste alumno alumna prepa secundaria primaria kinder universidad universitario universitaria
    ama desempleado desempleada comerciante obrero obrera chofer albanil pensionado pensionada derechohabiente
    huesped turista testigo tutor tutora guera guero flaca flaco gordita gordito chaparra chaparrito
    seguimiento control chequeo revision particular rutina valoracion certificado subsecuente servidora servidor
    zas chido chida sobres jalo arre fierro puesto simona neta
    soi tijuana mexicali ensenada tecate mexico ciudad colonia general mensaje leer leiste contesta contesten contestan responde respondan responden
    """.split()
)  # fmt: skip
"""Words that end a name or show that a text is no name. A text of names alone has none of them."""

ONLY_WITH_OTHERS = frozenset(
    "domingo sabado mayo cruz santos angeles socorro luz alma linda flor mia leo lino neto tita tito".split()
)
"""Names that alone mean something else."""

SURNAMES_TOO = frozenset(
    "diez bueno casado fierro calle mayor primo seguro cuesta claro mesa salud tarde dulce rey cabeza".split()
)
"""Ordinary words that are surnames when they stand capitalised behind a given name."""

MEANS_ELSE_TOO = SURNAMES_TOO | frozenset(
    """
    lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre
    octubre noviembre diciembre noche cancela segundo segunda tercero alta gracia nieto todos luna feliz delgado bravo
    mia vida cielo salud blanco rubio moreno franco leal urgente tranquilo gordo pequeno grande largo chico nuevo libre
    """.split()
)
"""Words that mean something else by themselves, and stand in names all the same."""

ONLY_SURNAMES = frozenset("luna delgado bravo blanco rubio moreno franco leal rey".split())
"""Of these, those that ask for nothing and answer nothing: behind a given name they are its surname, however written."""

ABBREVIATED = frozenset(
    "gzz gpe hdz mtz rdz glz fdz lpz sdz mdz rmz ma fco mtnez hndz rdgz glez fdez vzqz dmgz".split()
)
"""Names as they are cut short in writing."""

SPELT = {
    plain: written
    for plain, written in zip(
        "mama papa tio tia bebe nino nina cunado cunada companero companera apa bb".split(),
        "mamá papá tío tía bebé niño niña cuñado cuñada compañero compañera apá bebé".split(),
        strict=True,
    )
}
"""Those of `RELATIONS` that are written otherwise."""
RELATIVES_NOUN = "|".join(sorted(RELATIONS))
