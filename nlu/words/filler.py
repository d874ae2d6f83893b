"""Words that say nothing of their own around a request, folded: left over, they leave a reading sure."""

from __future__ import annotations

from nlu.words.word_sets import word_set

INTERROGATIVES = word_set("que cual cuales como cuando cuanto cuanta cuantos cuantas donde quien quienes adonde porque")

FILLER = word_set("""a al con de del el en es esa ese eso esas esos esta este esto estas estos la las le les lo los me
    mi mis nos o para por que se si su sus te tu un una unas unos y ya yo e u muy mas tambien ademas pero pues entonces ok va
    sale bueno ah oh ay eh mm mmm claro perfecto listo favor porfa gracias muchas mil hola buenas buenos dias tardes
    noches buen dia disculpe disculpa perdon oye oiga mejor quiero quisiera queremos quisieramos necesito necesitamos
    ocupo deseo deseamos gustaria busco podria podrias podrian puedo puede pueden puedes seria serian sea ser hay tiene
    tienen tienes tendra tendran tendras habra habria tendria dar das dame deme da dan regalar cita citas consulta turno
    hora horario agendar agenda reservar apartar sacar hacer pedir solicitar medica medico doctor doctora alguna algun
    alguno algo lugar espacio disponible disponibles favorcito saber ver ir venir usted ustedes urgente posible pronto
    ahora entonces creo cree parece queda quedaria acomoda conviene bien esta estan estoy estaria andale orale vale sip
    simon orita ahorita pongo pon ponme ponga dia fecha como digo dije aqui ahi ustedes usted toca urge solo gracia
    amable atencion ayuda ayudar ayudas ayudarme ayudeme ayudan tal quedo quiere quieren preferiria prefiero prefiere
    nueva nuevo primera vez interesa interesaria soy nombre paciente wey guey we bro
    lamentablemente desafortunadamente desgraciadamente afortunadamente""")
