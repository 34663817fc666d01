"""Spanish phrases."""

from simulator.people.texts.phrases import Phrases

SPANISH = Phrases(
    reply_prefix="Re:",
    absence_prefix="Respuesta automática:",
    attribution="El {when}, {name} <{address}> escribió:",
    moment_form="{d} de {month} de {y} a las {time}",
    day_forms=("{weekday} {d} de {month} de {y}", "{d} de {month} de {y}", "{dd}/{mm}/{y}", "{d} de {month}"),
    months=(
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
    weekdays=("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    interested=(
        (
            "Hola {name}:\n\nme parece interesante. ¿Podemos hablar media hora la semana que viene? El jueves por la "
            "mañana me viene bien."
        ),
        "Buenos días:\n\n¿cuánto cuesta para un equipo de doce personas y cuánto se tarda en ponerlo en marcha?",
        (
            "Gracias por escribir. Lo he pasado a la dirección y me gustaría estar en la llamada. Proponga dos fechas, "
            "por favor."
        ),
    ),
    declined=(
        "Hola {name}:\n\ngracias, pero ya lo tenemos resuelto y estamos contentos.",
        "Buenos días, ahora mismo no nos encaja y el presupuesto está cerrado. Mucha suerte.",
    ),
    opt_out=(
        "Por favor, quíteme de su lista.",
        "Buenos días:\n\nno deseo recibir más correos suyos. Borre mi dirección, por favor.",
        "Darme de baja, por favor.",
    ),
    absent=(
        "Gracias por su mensaje. Estoy fuera de la oficina y leo el correo solo de vez en cuando.",
        "Buenos días:\n\nestoy ausente y contestaré a mi regreso.",
    ),
    absent_until=(
        "Gracias por su mensaje. Estoy fuera de la oficina y vuelvo el {back}.",
        "Buenos días:\n\nestoy de vacaciones hasta el {back}. Leeré su mensaje entonces.",
    ),
    receipts=(
        (
            "[Caso {number}] Hemos recibido su consulta",
            (
                "Gracias por escribirnos.\n\nSu consulta tiene el número {number}. Nuestro equipo la verá en un plazo "
                "de dos días laborables."
            ),
        ),
    ),
    closings=("Un saludo", "Saludos cordiales", "Gracias y un saludo"),
)
