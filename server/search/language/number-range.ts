/** Parses numbers, comparisons and ranges: `1920`, `>=1920`, `<5`, `1mb..5mb`, `100..`. */
import { fieldOf, type NumberName } from '../../../mappings/search/fields.ts';

/** Both bounds are included; null means no bound. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** A mistake in a number or range. */
export class NumberMistake {
  readonly code: 'number_unreadable' | 'number_too_large' | 'range_empty';
  readonly message: string;
  /** Corrected text of the value alone, without the field. */
  readonly mendedValue: string | null;

  constructor(code: NumberMistake['code'], message: string, mendedValue: string | null = null) {
    this.code = code;
    this.message = message;
    this.mendedValue = mendedValue;
  }
}

const BYTES: Readonly<Record<string, number>> = {
  b: 1,
  k: 1000,
  kb: 1000,
  kib: 1024,
  m: 1000 ** 2,
  mb: 1000 ** 2,
  mib: 1024 ** 2,
  g: 1000 ** 3,
  gb: 1000 ** 3,
  gib: 1024 ** 3,
};

const COMPARED = /^(>=|<=|=>|=<|>|<|=|≥|≤)?([^<>=≥≤]+)$/;
const WHOLE = /^\d{1,32}$/;
const SIZE = /^(\d{1,32}(?:\.\d{1,6})?)([a-z]{0,3})$/;

export function parseNumberRange(field: NumberName, written: string): NumberRange | NumberMistake {
  const text = written.toLowerCase();
  const dots = text.indexOf('..');
  if (dots >= 0) return rangeBetween(field, text.slice(0, dots), text.slice(dots + 2));
  const compared = COMPARED.exec(text);
  const [, sign = '=', digits = ''] = compared ?? [];
  const number = numberOf(field, digits);
  if (number === null) return unreadable(field, text);
  switch (sign) {
    case '>':
      return bounds(field, number + 1, null);
    case '<':
      if (number === 0) return new NumberMistake('range_empty', `${field}: starts at 0.`, '0');
      return bounds(field, null, number - 1);
    case '>=':
    case '=>':
    case '≥':
      return bounds(field, number, null);
    case '<=':
    case '=<':
    case '≤':
      return bounds(field, null, number);
    default:
      return bounds(field, number, number);
  }
}

function rangeBetween(field: NumberName, first: string, last: string): NumberRange | NumberMistake {
  const min = first === '' ? null : numberOf(field, first);
  const max = last === '' ? null : numberOf(field, last);
  const isRange = (min !== null) === (first !== '') && (max !== null) === (last !== '') && min !== max;
  if (!isRange && (min === null || max === null)) return unreadable(field, `${first}..${last}`);
  if (min !== null && max !== null && min > max) {
    return new NumberMistake('range_empty', `This range of ${field}: ends before it starts.`, `${last}..${first}`);
  }
  return bounds(field, min, max);
}

function bounds(field: NumberName, min: number | null, max: number | null): NumberRange | NumberMistake {
  const largest = Math.max(min ?? 0, max ?? 0);
  if (Number.isSafeInteger(largest)) return { min, max };
  return new NumberMistake('number_too_large', `${field}: takes numbers up to ${Number.MAX_SAFE_INTEGER}.`);
}

function takesUnits(field: NumberName): boolean {
  return fieldOf('number', field).unit === 'bytes';
}

function numberOf(field: NumberName, written: string): number | null {
  if (!takesUnits(field)) return WHOLE.test(written) ? Number(written) : null;
  const found = SIZE.exec(written);
  const [, digits, unit = ''] = found ?? [];
  const factor = unit === '' ? 1 : BYTES[unit];
  return digits === undefined || factor === undefined ? null : Math.round(Number(digits) * factor);
}

function unreadable(field: NumberName, text: string): NumberMistake {
  const units = takesUnits(field) ? ', optionally with kb, mb, gb, kib, mib or gib' : '';
  const message = `${field}: takes a whole number${units}, such as 100, >100, <=100 or 100..200.`;
  return new NumberMistake('number_unreadable', message, mend(field, text));
}

/** `1,000` → `1000`, `100-200` → `100..200`, `100+` → `>=100`, `1.5` → `1`, `>>123` and `no.123` → `123`. */
function mend(field: NumberName, text: string): string | null {
  const [, sign = '', rest = ''] = /^([<>]=?|=)?(.*)$/s.exec(text) ?? [];
  const attempts = [
    sign + rest.replaceAll(/[,_'](?=\d{3})/g, ''),
    text.replace(/^(?:>>|#|no\.?)(?=\d)/, ''),
    text.replace(/^(\w+)[-–—](\w+)$/, '$1..$2'),
    text.replace(/^(\w+)\+$/, '>=$1'),
    text.replace(/(\d)\.\d+$/, '$1'),
    text.replace(/(\d)(px|posts?|chars?|bytes?)$/, '$1'),
  ];
  const good = (attempt: string) => attempt !== text && !(parseWithoutMending(field, attempt) instanceof NumberMistake);
  return attempts.find(good) ?? null;
}

function parseWithoutMending(field: NumberName, text: string): NumberRange | NumberMistake {
  const isNumber = text.split('..').every((part) => {
    const digits = part.replace(/^([<>]=?|=)/, '');
    return digits === '' || numberOf(field, digits) !== null;
  });
  return isNumber ? parseNumberRange(field, text) : new NumberMistake('number_unreadable', '');
}

/** Sizes in the unit with the shortest text. */
export function printNumber({ field, min, max }: NumberRange & { readonly field: NumberName }): string {
  const spell = takesUnits(field) ? printSize : String;
  if (min !== null && max !== null) return min === max ? spell(min) : `${spell(min)}..${spell(max)}`;
  if (min !== null) return `>=${spell(min)}`;
  return max === null ? '>=0' : `<=${spell(max)}`;
}

const PRINTED_UNITS = ['gb', 'gib', 'mb', 'mib', 'kb', 'kib'] as const;

function printSize(bytes: number): string {
  const spellings = PRINTED_UNITS.filter((unit) => bytes > 0 && bytes % (BYTES[unit] ?? 1) === 0);
  const texts = [String(bytes), ...spellings.map((unit) => `${bytes / (BYTES[unit] ?? 1)}${unit}`)];
  return texts.reduce((best, text) => (text.length < best.length ? text : best));
}
