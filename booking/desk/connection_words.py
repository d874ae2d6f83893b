"""What whoever connects the clinic to WhatsApp reads: what is wrong, and the next step."""

from __future__ import annotations

from booking.errors import WhatsAppRefused
from booking.models import AddressAnswer

SETTINGS = {
    "whatsapp_phone_number_id": "el identificador del número",
    "whatsapp_business_account_id": "el identificador de la cuenta",
    "whatsapp_access_token": "el token",
    "whatsapp_app_secret": "el secreto de la app",
    "whatsapp_verify_token": "la palabra de verificación",
    "whatsapp_webhook_url": "la dirección pública",
}
"""What has to be set up, by the setting that it is."""

CONNECT = "turnero whatsapp conectar"
MEND = "turnero whatsapp conectar, que lo deja puesto"
REPLACE = "si ya nadie la usa: turnero whatsapp conectar --si, que la cambia por esta"
NEW_TOKEN = (
    "en business.facebook.com › Configuración › Usuarios del sistema, genere uno que no venza, con los permisos"
    " whatsapp_business_messaging y whatsapp_business_management; después turnero whatsapp conectar"
)
OVERRIDDEN = "el número o la cuenta tiene puesta otra dirección (override): quítela donde se puso, o con su proveedor"
QUALITY = "algunos pacientes bloquearon o reportaron: en WhatsApp Manager › Números se ve por qué"
WRONG_ACCOUNT = (
    "los dos identificadores están juntos en developers.facebook.com › su app › WhatsApp › Configuración de la API"
)
STATUS = "véalo en WhatsApp Manager › Números de teléfono"
REGISTER = (
    "turnero whatsapp conectar, con el PIN de 6 dígitos de su verificación en dos pasos; si nunca tuvo, uno nuevo"
)
ADDRESS = "WhatsApp solo manda por https:// con certificado de verdad: ponga un proxy (Caddy, nginx) o un túnel delante"
LATER = "revise la conexión a internet y repita"
RESTART = "reinicie turnero serve, que sigue con los datos de antes, y repita"

_TOKEN = {463: "el token venció", 467: "el token ya no vale"}
_WAIT = frozenset({4, 17, 32, 613, 80007, 80008, 133016})


def of_refusal(error: WhatsAppRefused) -> tuple[str, str]:
    """What WhatsApp refuses, and what to do, by the code of its error."""
    code, detail = error.code, str(error)
    match code:
        case 190:
            return _TOKEN.get(error.subcode or 0, "WhatsApp no acepta el token o el secreto"), NEW_TOKEN
        case 100 if "appsecret_proof" in detail:
            return "no es el secreto de la app de este token", (
                "cópielo de developers.facebook.com › su app › Configuración › Básica › Clave secreta de la app;"
                " después turnero whatsapp conectar"
            )
        case 100 if error.subcode == 33:
            return "ese identificador no existe, o el token no lo alcanza", (
                f"{WRONG_ACCOUNT}; el del número no es el teléfono. Y dele al usuario del sistema la cuenta de WhatsApp"
            )
        case 2200:
            return "WhatsApp no pudo comprobar la dirección", "que conteste desde internet, y repita"
        case 133005:
            return "ese no es el PIN", "el PIN se cambia en WhatsApp Manager › Números › Verificación en dos pasos"
        case 133010:
            return "el número no está registrado", REGISTER
        case 368 | 131031:
            return "WhatsApp tiene detenida la cuenta", "véalo en WhatsApp Manager › Calidad de la cuenta"
    if code in (3, 10) or (code is not None and 200 <= code < 300):
        return "al token le falta un permiso", NEW_TOKEN
    if code in _WAIT:
        return "son demasiados intentos", "espere: WhatsApp deja unos cuantos por hora, y diez registros en 72 horas"
    return detail, "busque ese código en la lista de errores de WhatsApp, o repita más tarde"


def of_address(answer: AddressAnswer) -> tuple[str, str]:
    """Why our own address does not answer as it should."""
    match answer.unreachable, answer.status:
        case "certificate", _:
            return "su certificado no vale", ADDRESS
        case "name", _:
            return "ese nombre no existe en internet", "revise cómo está escrito, y el DNS"
        case "late", _:
            return "no contestó a tiempo", "¿está encendido turnero serve, y el proxy o túnel llega a él?"
        case "closed", _:
            return "nadie contesta ahí", "encienda turnero serve y el proxy o túnel que llega a él"
        case None, 403:
            return "contesta Turnero, con otra palabra de verificación", RESTART
        case None, 404:
            return "contesta otro programa (404)", "la dirección termina en /webhook y llega al puerto de turnero serve"
        case None, 502 | 503 | 504 | 521 | 522 | 523 | 530:
            return f"contesta el proxy o túnel, y no turnero serve ({answer.status})", (
                "encienda turnero serve, o corrija a qué puerto llega el proxy"
            )
        case _:
            return f"contesta otro programa ({answer.status})", (
                "la dirección debe llegar a turnero serve sin pasar por otra página"
            )


def of_signature(answer: AddressAnswer) -> tuple[str, str]:
    """Why a delivery that is signed as WhatsApp signs was not taken."""
    match answer.status:
        case 401 | 403:
            return "turnero serve no acepta la firma: tiene otro secreto", RESTART
        case 503:
            return "turnero serve no tiene secreto, o su base de datos no contesta", f"{RESTART}; o vea turnero check"
        case _:
            return of_address(answer)
