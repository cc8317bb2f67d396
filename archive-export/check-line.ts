/** Checks that the tables can store the values of a line. Pure. */
import { Compile } from 'typebox/compile';
import type { PartKind } from '../mappings/archive-export.ts';
import { makeStorableJson } from '../mappings/storable.ts';
import { LINE_SCHEMAS, TIMESTAMP } from './line-schemas.ts';

type Row = Readonly<Record<string, unknown>>;

export type CheckedLine =
  | { readonly row: Row; readonly fault?: undefined }
  /** The path of a field and its mistake, without the value. */
  | { readonly fault: string };

const compiled = new Map<PartKind, ReturnType<typeof Compile>>();

function validatorOf(kind: PartKind) {
  const known = compiled.get(kind) ?? Compile(LINE_SCHEMAS[kind]);
  compiled.set(kind, known);
  return known;
}

export function checkLine(kind: PartKind, line: string): CheckedLine {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return { fault: 'is not JSON' };
  }
  const validator = validatorOf(kind);
  if (!validator.Check(row)) return { fault: faultOf(kind, row) };
  const fault = unstorableIn(row as Row, line);
  return fault === null ? { row: row as Row } : { fault };
}

function faultOf(kind: PartKind, row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'is not a JSON object';
  const [first] = validatorOf(kind).Errors(row);
  if (first === undefined) return 'is not valid';
  const { keyword, params, instancePath, message } = first as {
    readonly keyword: string;
    readonly params: {
      readonly additionalProperties?: readonly string[];
      readonly requiredProperties?: readonly string[];
    };
    readonly instancePath: string;
    readonly message: string;
  };
  // The schema `false` stands for fields that are not listed.
  if (keyword === 'boolean' || keyword === 'additionalProperties') {
    const name = keyword === 'boolean' ? instancePath.slice(1) : params.additionalProperties?.[0];
    return `has the field ${JSON.stringify(name?.slice(0, 100) ?? '')}, which this version does not know`;
  }
  const [missing] = params.requiredProperties ?? [];
  if (keyword === 'required' && missing !== undefined) return `lacks the field ${missing}`;
  return `${instancePath.slice(1, 100).replaceAll('/', '.') || 'the line'} ${message}`;
}

/** Finds values that are valid JSON, but that PostgreSQL refuses. */
function unstorableIn(row: Row, line: string): string | null {
  const files = filesOf(row);
  const time = wrongTimeIn(row) ?? files.map((file, at) => wrongTimeIn(file, `extra_files.${at}.`)).find(isText);
  if (isText(time)) return `${time} is no time`;
  const places = files.map(({ place }) => Number(place));
  const repeated = places.find((place, at) => places.indexOf(place) < at);
  if (repeated !== undefined) return `extra_files repeats the place ${repeated}`;
  const { perceptual_hash: hash } = row;
  if (typeof hash === 'string' && BigInt.asIntN(64, BigInt(hash)) !== BigInt(hash)) {
    return 'perceptual_hash is past 2^63';
  }
  if (FRACTION.test(line) && hasFraction(line)) return 'a whole number is written with a fraction or an exponent';
  if (!UNSTORABLE.test(line)) return null;
  try {
    let isUnstorable = false;
    makeStorableJson(row, () => (isUnstorable = true));
    return isUnstorable ? 'a text has a character that cannot be stored: U+0000 or half a surrogate pair' : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'is nested too deeply';
  }
}

const filesOf = ({ extra_files: files = [] }: Row): readonly Row[] => files as readonly Row[];

const isText = (value: unknown): value is string => typeof value === 'string';

/** The name of a field whose day does not exist. */
function wrongTimeIn(row: Row, path = ''): string | null {
  const wrong = Object.keys(row).find((field) => {
    const { [field]: value } = row;
    return isText(value) && field.startsWith('time_') && !isTimestamp(value);
  });
  return wrong === undefined ? null : path + wrong;
}

/** Checks that the day exists: `2024-02-30` matches the pattern too. */
function isTimestamp(text: string): boolean {
  const [, year, month, day] = (TIMESTAMP.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Quick first tests, which may also match harmless lines. */
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/;
const FRACTION = /[:,[]\s*-?\d+(?:\.\d|[eE])/;

/** Finds numbers outside of JSON columns that are not written as integers: PostgreSQL refuses `1.0` and `1e3`. */
function hasFraction(line: string): boolean {
  const holders = new Set<unknown>();
  const note: Reviver = function (key, value, { source }) {
    if (typeof value === 'number' && INTEGER_FIELDS.has(key) && !/^-?\d+$/.test(source ?? '')) holders.add(this);
    return value;
  };
  const row = (JSON.parse as (text: string, reviver: Reviver) => Row)(line, note);
  return [row, ...filesOf(row)].some((holder) => holders.has(holder));
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** The names of integer fields. Every number of a row outside of JSON columns is in one of them. */
const INTEGER_FIELDS: ReadonlySet<string> = new Set([
  'place',
  ...Object.values(LINE_SCHEMAS).flatMap((schema) =>
    Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).flatMap(
      ([name, { type }]) => (type === 'integer' ? [name] : []),
    ),
  ),
]);
