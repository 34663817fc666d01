"""States and provinces, by ISO 3166-2 code and by name, of countries that have several clocks.

One line for each zone: code and names, other spellings after a slash. What is split between two clocks, so that many
live by either (Florida, Tennessee, Chihuahua), is left out on purpose: the campaign's zone is used.
"""

from functools import cache

from sequences.core.homes.countries import folded

TABLES = {
    "US": """
America/New_York: CT Connecticut, DE Delaware, DC District of Columbia/Washington DC, GA Georgia, ME Maine, \
MD Maryland, MA Massachusetts, NH New Hampshire, NJ New Jersey, NY New York, NC North Carolina, OH Ohio, \
PA Pennsylvania, RI Rhode Island, SC South Carolina, VT Vermont, VA Virginia, WV West Virginia
America/Detroit: MI Michigan
America/Chicago: AL Alabama, AR Arkansas, IL Illinois, IA Iowa, KS Kansas, LA Louisiana, MN Minnesota, MS Mississippi, \
MO Missouri, OK Oklahoma, TX Texas, WI Wisconsin
America/Denver: CO Colorado, MT Montana, NM New Mexico, UT Utah, WY Wyoming
America/Phoenix: AZ Arizona
America/Los_Angeles: CA California, NV Nevada, OR Oregon, WA Washington/Washington State
America/Anchorage: AK Alaska
Pacific/Honolulu: HI Hawaii
America/Puerto_Rico: PR Puerto Rico
""",
    "CA": """
America/Edmonton: AB Alberta
America/Vancouver: BC British Columbia/Colombie-Britannique
America/Winnipeg: MB Manitoba
America/Moncton: NB New Brunswick/Nouveau-Brunswick
America/Halifax: NS Nova Scotia/Nouvelle-Écosse, PE Prince Edward Island/Île-du-Prince-Édouard
America/Toronto: ON Ontario, QC Quebec/Québec
America/Regina: SK Saskatchewan
America/Whitehorse: YT Yukon
""",
    "AU": """
Australia/Sydney: NSW New South Wales, ACT Australian Capital Territory
Australia/Melbourne: VIC Victoria
Australia/Brisbane: QLD Queensland
Australia/Adelaide: SA South Australia
Australia/Perth: WA Western Australia
Australia/Hobart: TAS Tasmania
Australia/Darwin: NT Northern Territory
""",
    "BR": """
America/Sao_Paulo: SP São Paulo, RJ Rio de Janeiro, MG Minas Gerais, ES Espírito Santo, PR Paraná, SC Santa \
Catarina, RS Rio Grande do Sul, GO Goiás, DF Distrito Federal
America/Bahia: BA Bahia
America/Recife: PE Pernambuco
America/Maceio: AL Alagoas, SE Sergipe
America/Fortaleza: CE Ceará, MA Maranhão, PB Paraíba, PI Piauí, RN Rio Grande do Norte
America/Belem: AP Amapá, PA Pará
America/Araguaina: TO Tocantins
America/Cuiaba: MT Mato Grosso
America/Campo_Grande: MS Mato Grosso do Sul
America/Porto_Velho: RO Rondônia
America/Boa_Vista: RR Roraima
America/Rio_Branco: AC Acre
""",
    "MX": """
America/Mexico_City: AGU Aguascalientes, CHP Chiapas, CMX Ciudad de México/Mexico City/CDMX/Distrito Federal, COL \
Colima, DUR Durango, GRO Guerrero, GUA Guanajuato, HID Hidalgo, JAL Jalisco, MEX Estado de México/México, MIC \
Michoacán, MOR Morelos, OAX Oaxaca, PUE Puebla, QUE Querétaro, SLP San Luis Potosí, TAB Tabasco, TLA Tlaxcala, VER \
Veracruz, ZAC Zacatecas
America/Monterrey: NLE Nuevo León
America/Merida: CAM Campeche, YUC Yucatán
America/Cancun: ROO Quintana Roo
America/Mazatlan: BCS Baja California Sur, SIN Sinaloa
America/Hermosillo: SON Sonora
America/Tijuana: BCN Baja California
""",
    "RU": """
Europe/Kaliningrad: KGD Kaliningrad/Kaliningrad Oblast
Europe/Moscow: MOW Moscow/Moskva, MOS Moscow Oblast, SPE Saint Petersburg/St Petersburg, LEN Leningrad/Leningrad \
Oblast, AD Adygea, ARK Arkhangelsk, BEL Belgorod, BRY Bryansk, CE Chechnya, CU Chuvashia, DA Dagestan, IN \
Ingushetia, IVA Ivanovo, KB Kabardino-Balkaria, KC Karachay-Cherkessia, KDA Krasnodar/Krasnodar Krai, KL Kalmykia, \
KLU Kaluga, KO Komi, KOS Kostroma, KR Karelia, KRS Kursk, LIP Lipetsk, ME Mari El, MO Mordovia, MUR Murmansk, NGR \
Novgorod, NIZ Nizhny Novgorod, ORL Oryol, PNZ Penza, PSK Pskov, ROS Rostov/Rostov Oblast, RYA Ryazan, SE North \
Ossetia, SMO Smolensk, STA Stavropol, TA Tatarstan, TAM Tambov, TUL Tula, TVE Tver, VLA Vladimir, VLG Vologda, VOR \
Voronezh, YAR Yaroslavl
Europe/Volgograd: VGG Volgograd
Europe/Kirov: KIR Kirov
Europe/Samara: SAM Samara, UD Udmurtia
Europe/Saratov: SAR Saratov
Europe/Ulyanovsk: ULY Ulyanovsk
Europe/Astrakhan: AST Astrakhan
Asia/Yekaterinburg: SVE Sverdlovsk/Yekaterinburg, BA Bashkortostan, CHE Chelyabinsk, KGN Kurgan, KHM Khanty-Mansi, \
ORE Orenburg, PER Perm/Perm Krai, TYU Tyumen, YAN Yamalo-Nenets
Asia/Omsk: OMS Omsk
Asia/Novosibirsk: NVS Novosibirsk
Asia/Tomsk: TOM Tomsk
Asia/Barnaul: AL Altai Republic, ALT Altai/Altai Krai
Asia/Novokuznetsk: KEM Kemerovo
Asia/Krasnoyarsk: KK Khakassia, KYA Krasnoyarsk/Krasnoyarsk Krai, TY Tuva
Asia/Irkutsk: BU Buryatia, IRK Irkutsk
Asia/Chita: ZAB Zabaykalsky
Asia/Yakutsk: AMU Amur
Asia/Vladivostok: KHA Khabarovsk, PRI Primorsky, YEV Jewish Autonomous Oblast
Asia/Magadan: MAG Magadan
Asia/Sakhalin: SAK Sakhalin
Asia/Kamchatka: KAM Kamchatka
Asia/Anadyr: CHU Chukotka
""",
    "ID": """
Asia/Jakarta: AC Aceh, BB Bangka Belitung, BE Bengkulu, BT Banten, JA Jambi, JB Jawa Barat/West Java, JI Jawa \
Timur/East Java, JK Jakarta/DKI Jakarta, JT Jawa Tengah/Central Java, KR Kepulauan Riau/Riau Islands, LA Lampung, RI \
Riau, SB Sumatera Barat/West Sumatra, SS Sumatera Selatan/South Sumatra, SU Sumatera Utara/North Sumatra, YO \
Yogyakarta
Asia/Pontianak: KB Kalimantan Barat/West Kalimantan, KT Kalimantan Tengah/Central Kalimantan
Asia/Makassar: BA Bali, GO Gorontalo, KI Kalimantan Timur/East Kalimantan, KS Kalimantan Selatan/South Kalimantan, \
KU Kalimantan Utara/North Kalimantan, NB Nusa Tenggara Barat/West Nusa Tenggara, NT Nusa Tenggara Timur, SA Sulawesi \
Utara/North Sulawesi, SG Sulawesi Tenggara, SN Sulawesi Selatan/South Sulawesi, SR Sulawesi Barat, ST Sulawesi \
Tengah
Asia/Jayapura: MA Maluku, MU Maluku Utara/North Maluku, PA Papua, PB Papua Barat/West Papua
""",
    "ES": """
Atlantic/Canary: CN Canarias/Canary Islands, GC Las Palmas, TF Santa Cruz de Tenerife/Tenerife
Europe/Madrid: AN Andalucía/Andalusia, AR Aragón, AS Asturias, B Barcelona, CB Cantabria, CL Castilla y León, CM \
Castilla-La Mancha, CT Cataluña/Catalunya/Catalonia, EX Extremadura, GA Galicia, IB Illes Balears/Balearic Islands, \
MC Murcia, MD Madrid/Comunidad de Madrid, NC Navarra/Navarre, PV País Vasco/Basque Country/Euskadi, RI La Rioja, SE \
Sevilla/Seville, V Valencia, VC Comunitat Valenciana/Comunidad Valenciana
""",
    "PT": """
Atlantic/Azores: 20 Açores/Azores
Atlantic/Madeira: 30 Madeira
Europe/Lisbon: 01 Aveiro, 03 Braga, 06 Coimbra, 08 Faro, 10 Leiria, 11 Lisboa/Lisbon, 13 Porto, 15 Setúbal
""",
    "CL": """
America/Santiago: AN Antofagasta, AR Araucanía, BI Biobío, CO Coquimbo, LL Los Lagos, LR Los Ríos, ML Maule, RM \
Región Metropolitana/Santiago/Santiago Metropolitan, TA Tarapacá, VS Valparaíso
America/Punta_Arenas: MA Magallanes
""",
    "MN": """
Asia/Ulaanbaatar: 1 Ulaanbaatar/Ulan Bator
Asia/Hovd: 043 Khovd/Hovd, 046 Uvs, 071 Bayan-Ölgii
""",
    "CD": """
Africa/Kinshasa: KN Kinshasa, BC Kongo Central, EQ Équateur
Africa/Lubumbashi: HK Haut-Katanga, LU Lualaba, NK Nord-Kivu/North Kivu, SK Sud-Kivu/South Kivu
""",
}

SETTLED = {
    "CN": "Asia/Shanghai",
    "EC": "America/Guayaquil",
    "NZ": "Pacific/Auckland",
    "UA": "Europe/Kyiv",
}
"""Countries where a second clock is kept by islands with few people, in a region at war, or beside the lawful one."""


def zone_of_region(country: str, region: str) -> str:
    """Return the zone of a part of a country by its code ("CA", "US-CA") or name; "" where nobody can say."""
    places = _places().get(country)
    if not places or not region.strip():
        return ""
    key = folded(region)
    return places.get(key) or places.get(key.removeprefix(country.lower()), "")


@cache
def _places() -> dict[str, dict[str, str]]:
    return {country: dict(_read(table)) for country, table in TABLES.items()}


def _read(table: str) -> list[tuple[str, str]]:
    found = []
    for line in table.strip().splitlines():
        zone, _, parts = line.partition(": ")
        for part in parts.split(", "):
            code, _, names = part.partition(" ")
            found += [(folded(name), zone) for name in (code, *names.split("/"))]
    return found
