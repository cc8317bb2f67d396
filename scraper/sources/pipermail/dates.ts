/** Dates of mails, as real programs write them. The time zone of this machine has no influence. */

export interface ReadDate {
  /** In UTC, or in the unknown zone as if it were UTC. */
  readonly time: number;
  readonly hasZone: boolean;
}

const MINUTE_MS = 60_000;

/** Zones in minutes. Names that mean several zones, such as IST and BST, are left out: such a date counts as one without a zone. */
const ZONES: Readonly<Record<string, number>> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  CET: 60,
  MET: 60,
  MEZ: 60,
  CEST: 120,
  MEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  MSD: 240,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  ACDT: 630,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  AST: -240,
  ADT: -180,
  NST: -210,
  NDT: -150,
  BRT: -180,
  ART: -180,
};

/**
 * Names of months by language, without accents and dots: from the full name, any beginning of three letters or more. A name that means two
 * months, such as `listopad` (October in Croatian, November in Czech and Polish), is unknown.
 */
const MONTHS = monthNames([
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'januar februar mars april mai juni juli august september oktober november desember',
  'tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu',
  'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien',
  'leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec',
  'sijecanj veljaca ozujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac',
  'januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december',
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik',
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень',
]);

function monthNames(languages: readonly string[]): ReadonlyMap<string, number | null> {
  const months = new Map<string, number | null>();
  for (const names of languages) {
    for (const [month, name] of names.split(' ').entries()) {
      for (let length = 3; length <= name.length; length++) {
        const start = name.slice(0, length);
        const known = months.get(start);
        months.set(start, known === undefined || known === month ? month : null);
      }
    }
  }
  // English prevails: `mar` is March everywhere in mail, and `jun` is June.
  const [english = ''] = languages;
  for (const [month, name] of english.split(' ').entries()) months.set(name.slice(0, 3), month);
  return months;
}

const TIME = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?`;
const MONTH = String.raw`([\p{L}\p{M}]{3,12})\.?`;
const WEEKDAY = String.raw`(?:[\p{L}\p{M}]{1,12}\.?\s*,?\s+|[\p{L}\p{M}]{1,12}\.?,\s*)?`;
/** `Fri, 3 Jun 2016 12:00:00 +0200` */
const OF_RFC = new RegExp(String.raw`^${WEEKDAY}(\d{1,2})\.?[\s-]+${MONTH}[\s-]+(\d{2,4}),?\s+${TIME}\s*(.*)$`, 'u');
/** `Fri Jun  3 12:00:00 CEST 2016` */
const OF_C = new RegExp(String.raw`^${WEEKDAY}${MONTH}\s+(\d{1,2}),?\s+${TIME}\s+(.*?)\s*(\d{4})(\s+[+-]\d{4})?$`, 'u');
/** `2016-06-03T12:00:00Z`, `2016/06/03 12:00` */
const OF_ISO = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})[T\s]+${TIME}\s*(.*)$`);
/** `03.06.2016 12:00:00`: the day is first wherever dots are used. Dates with slashes may mean two days, and are not read. */
const WITH_DOTS = new RegExp(String.raw`^${WEEKDAY}(\d{1,2})\.(\d{1,2})\.(\d{4}),?\s+${TIME}\s*(.*)$`, 'u');

/** null for a date that cannot be read, or that does not exist. */
export function readDate(text: string): ReadDate | null {
  const date = text
    .slice(0, 200)
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const rfc = OF_RFC.exec(date);
  if (rfc !== null) {
    const [, day, month = '', year = '', hour, minute, second, zone = ''] = rfc;
    return timeOf([fullYear(year), monthOf(month), day, hour, minute, second], zone);
  }
  const c = OF_C.exec(date);
  if (c !== null) {
    const [, month = '', day, hour, minute, second, zone = '', year, offset = ''] = c;
    return timeOf([year, monthOf(month), day, hour, minute, second], offset.trim() || zone);
  }
  const iso = OF_ISO.exec(date);
  if (iso !== null) {
    const [, year, , month, day, hour, minute, second, zone = ''] = iso;
    return timeOf([year, Number(month) - 1, day, hour, minute, second], zone);
  }
  const dots = WITH_DOTS.exec(date);
  if (dots === null) return null;
  const [, day, month, year, hour, minute, second, zone = ''] = dots;
  return timeOf([year, Number(month) - 1, day, hour, minute, second], zone);
}

function monthOf(name: string): number | null {
  const folded = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i');
  // Some languages decline the name: the last letters differ.
  for (let length = folded.length; length >= 3; length--) {
    const month = MONTHS.get(folded.slice(0, length));
    if (month !== undefined) return month;
  }
  return null;
}

/** RFC 5322: `49` is 2049 and `50` is 1950; `105`, of programs that count from 1900, is 2005. */
function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 4) return number;
  return year.length === 3 || number >= 50 ? number + 1900 : number + 2000;
}

type Fields = readonly [
  year: number | string | undefined,
  month: number | null,
  day: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
];

function timeOf([year, month, ...rest]: Fields, zone: string): ReadDate | null {
  if (month === null) return null;
  const [day, hour, minute, second] = rest.map((text) => Number(text ?? 0)) as [number, number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), month, day);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day || hour > 24 || minute > 59 || second > 60) return null;
  const local = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000;
  const offset = offsetOf(zone);
  return { time: local - (offset ?? 0) * MINUTE_MS, hasZone: offset !== null };
}

/** In minutes; null for no zone, or an unknown one. A number counts more than a name beside it. */
function offsetOf(zone: string): number | null {
  const numeric = /(?:^|[^\d])([+-])(\d{1,2}):?(\d{2})?(?!\d)/.exec(zone);
  if (numeric !== null) {
    const [, sign, hours, minutes = '0'] = numeric;
    const offset = Number(hours) * 60 + Number(minutes);
    return offset > 14 * 60 ? null : sign === '-' ? -offset : offset;
  }
  const [, name = '', isSummer] = /^"?([A-Za-z]{1,5})\b(\s+DST)?/.exec(zone) ?? [];
  const offset = ZONES[name.toUpperCase()];
  return offset === undefined ? null : offset + (isSummer === undefined ? 0 : 60);
}
