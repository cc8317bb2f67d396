/**
 * Calls that dump programs write in place of a value. They are parsed, not run: SQLite writes the ends of lines as
 * `replace('…','\n',char(10))` or `unistr('…')`, MySQL's tools write `CONVERT(0x… USING utf8mb4)` and `CAST(… AS …)`.
 */
import { skipSpace } from './scan-text.ts';
import { INCOMPLETE, MALFORMED, type Syntax, type Value } from './value-form.ts';

const CALLS: Readonly<Record<string, (args: readonly (string | null)[]) => string | null | undefined>> = {
  REPLACE: ([text, from, to]) => {
    if (typeof text !== 'string' || !from || typeof to !== 'string') return undefined;
    // A longer replacement could turn a megabyte into a gigabyte.
    return from.length > 20 || to.length > 1 ? undefined : text.split(from).join(to);
  },
  CHAR: ([code]) =>
    code !== undefined && /^\d{1,6}$/.test(code ?? '') ? String.fromCodePoint(Number(code)) : undefined,
  UNISTR: ([text]) => (typeof text === 'string' ? unistr(text) : undefined),
  CONVERT: ([value]) => value,
  CAST: ([value]) => value,
};
/** SQLite nests two calls, one for each kind of line end. */
const MAX_DEPTH = 4;
const MAX_ARGUMENTS = 3;

export const isCall = (word: string): boolean => Object.hasOwn(CALLS, word);

/** @param start behind the opening parenthesis */
export function readCall(
  text: string,
  start: number,
  name: string,
  syntax: Syntax,
  depth: number,
  readArgument: (text: string, at: number, syntax: Syntax, depth: number) => Value,
): Value {
  const call = CALLS[name];
  if (call === undefined || depth >= MAX_DEPTH) return MALFORMED;
  const args: (string | null)[] = [];
  // The arguments must be parsed even if the result is not needed.
  const reading = { ...syntax, decode: syntax.decode ?? ((bytes: string) => bytes) };
  for (let at = skipSpace(text, start); ;) {
    const value = readArgument(text, at, reading, depth + 1);
    if (value.kind !== 'value') return value;
    args.push(value.value);
    at = skipSpace(text, value.end);
    if (at >= text.length) return INCOMPLETE;
    if (name === 'CONVERT' || name === 'CAST') {
      const end = endOfType(text, at);
      if (end === null) return text.length - at < 100 ? INCOMPLETE : MALFORMED;
      at = end;
    }
    if (text[at] === ')') return finished(text, at + 1, call, args, syntax);
    if (text[at] !== ',' || args.length >= MAX_ARGUMENTS) return MALFORMED;
    at = skipSpace(text, at + 1);
  }
}

function finished(
  text: string,
  end: number,
  call: (args: readonly (string | null)[]) => string | null | undefined,
  args: readonly (string | null)[],
  { decode }: Syntax,
): Value {
  if (end >= text.length) return INCOMPLETE;
  const value = call(args);
  if (value === undefined) return MALFORMED;
  return { kind: 'value', value: decode === null ? null : value, end };
}

/** The position of the parenthesis behind `USING utf8mb4` or `AS CHAR(50)`. */
function endOfType(text: string, at: number): number | null {
  const type = /(?:USING\s+(?:utf8\w*|binary|ascii)|AS\s+[\w ]{1,40}(?:\(\d+\))?)\s*(?=\))/iy;
  type.lastIndex = at;
  const [found] = type.exec(text) ?? [];
  return found === undefined ? null : at + found.length;
}

/** `\` and four hexadecimal digits, with `u`, `+` (six) or `U` (eight), is a character; `\\` is a backslash. */
function unistr(text: string): string | undefined {
  let isRight = true;
  const read = text.replaceAll(
    /\\(?:\\|u?([\da-f]{4})|\+([\da-f]{6})|U([\da-f]{8})|)/gi,
    (found: string, four?: string, six?: string, eight?: string) => {
      if (found === '\\\\') return '\\';
      const code = Number.parseInt(four ?? six ?? eight ?? '', 16);
      isRight &&= code <= 0x10_ff_ff;
      return isRight ? String.fromCodePoint(code) : '';
    },
  );
  return isRight ? read : undefined;
}
