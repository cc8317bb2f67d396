/**
 * Regular expressions that admins set, matched against text that strangers wrote. re2js matches in time proportional to the
 * text for every expression, so there are no backreferences and no lookaround. Letter case is ignored; `\w`, `\d`, `\s` and `\b` are ASCII.
 * A value holds one expression per line; a text matches when any line matches.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Characters of one line. */
const MAX_PATTERN = 300;
const MAX_LINES = 100;
/**
 * Instructions of all lines together: repetitions are written out, so `(a{30}){30}` has 900. The worst expressions take some 25 ns for each
 * instruction and each character of a text; usual ones, such as lists of words, take a thousandth of that.
 */
export const MAX_INSTRUCTIONS = 4_000;
/** The limit for stored expressions: older versions accepted this many. */
export const MAX_STORED_INSTRUCTIONS = 20_000;
/** Only this many characters of a text are searched. */
export const MAX_TEXT = 20_000;
/** The most compiled expressions in the cache. */
const MAX_KEPT = 100;

const PROBLEMS = {
  'close-unopened': 'a ) has no opening (',
  'group-unclosed': 'a ( is not closed',
  'group-kind': 'this kind of group is not available: no lookahead, no lookbehind, names only once',
  'repeats-nothing': 'a repetition sign has nothing to repeat; write \\ before it to match the character itself',
  'repeats-twice': 'two repetition signs follow each other',
  'count-wrong': 'a repetition must count upwards, to 1000 at most',
  'escape-unknown': 'this use of \\ or of a named class is not available',
  'range-backwards': 'a range in [ ] must go upwards',
  'ends-early': 'the expression ends too early',
  'too-long': `the line is longer than ${MAX_PATTERN} characters`,
  'too-many-lines': `there are more than ${MAX_LINES} lines`,
  'too-much': 'matching it would take too long: lower the numbers in { }, or set fewer lines',
} as const satisfies Record<string, string>;

export type RegexpFault = keyof typeof PROBLEMS;

/** The wrong part, in UTF-16 code units of the whole value. */
export interface RegexpSpan {
  readonly start: number;
  readonly end: number;
}

/** The message describes the fault in English. */
export class RegexpError extends Error {
  readonly fault: RegexpFault;
  readonly span: RegexpSpan;

  constructor(fault: RegexpFault, span: RegexpSpan) {
    super(PROBLEMS[fault]);
    this.fault = fault;
    this.span = span;
  }
}

export interface LinearRegexp {
  readonly source: string;
  /** The cost in the worst case: instructions per character of a text. */
  readonly instructions: number;
  /** True if it matches anywhere in the text. */
  test(text: string): boolean;
}

interface Line {
  readonly text: string;
  /** Offset in the whole value. */
  readonly start: number;
}

const kept = new Map<string, LinearRegexp>();

/** Blank lines are ignored. `most`: instructions of all lines. @throws RegexpError for the first line that is refused. */
export function linearRegexp(source: string, most = MAX_INSTRUCTIONS): LinearRegexp {
  const known = kept.get(source);
  if (known !== undefined && known.instructions <= most) return known;
  const lines = linesOf(source);
  let instructions = 0;
  for (const [index, line] of lines.entries()) {
    if (index === MAX_LINES) throw errorAt(line, 'too-many-lines');
    if (line.text.length > MAX_PATTERN) throw errorAt(line, 'too-long');
    instructions += compileLine(line).programSize();
    if (instructions > most) throw errorAt(line, 'too-much');
  }
  let any: RE2JS | null = null;
  const test = (text: string) => {
    any ??= compile(lines.map((line) => `(?:${line.text})`).join('|'));
    return any.test(text.slice(0, MAX_TEXT));
  };
  const regexp = { source, instructions, test };
  // Board settings are read before each poll.
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(source, regexp);
  return regexp;
}

function linesOf(source: string): readonly Line[] {
  let start = 0;
  const lines = source.split('\n').map((text): Line => {
    const line = { text: text.replace(/\r$/, ''), start };
    start += text.length + 1;
    return line;
  });
  const written = lines.filter(({ text }) => text.trim() !== '');
  return written.length === 0 ? lines.slice(0, 1) : written;
}

function compile(pattern: string): RE2JS {
  return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
}

function compileLine(line: Line): RE2JS {
  try {
    return compile(line.text);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw errorAt(line, faultOf(error), wrongPart(line.text, error));
  }
}

function errorAt({ text, start }: Line, fault: RegexpFault, part = { start: 0, end: text.length }): RegexpError {
  return new RegexpError(fault, { start: start + part.start, end: start + part.end });
}

/** Faults by re2js's descriptions; the list is complete. */
const FAULTS: Readonly<Record<string, RegexpFault>> = {
  'unexpected )': 'close-unopened',
  'missing closing )': 'group-unclosed',
  'missing closing ]': 'ends-early',
  'trailing backslash at end of expression': 'ends-early',
  'invalid or unsupported Perl syntax': 'group-kind',
  'invalid named capture': 'group-kind',
  'duplicate capture group name': 'group-kind',
  'invalid capture in lookbehind': 'group-kind',
  'expression nests too deeply': 'too-much',
  'missing argument to repetition operator': 'repeats-nothing',
  'invalid nested repetition operator': 'repeats-twice',
  'invalid repeat count': 'count-wrong',
  'invalid escape sequence': 'escape-unknown',
  'invalid character class range': 'range-backwards',
  'expression too large': 'too-much',
};

function faultOf(error: RE2JSSyntaxException): RegexpFault {
  // An unknown name in \p{…} or [:…:] has the description of a wrong range.
  if (/^(?:\\p|\[:)/i.test(error.getPattern() ?? '')) return 'escape-unknown';
  return FAULTS[error.getDescription()] ?? 'escape-unknown';
}

/** The parser reads from left to right, so the shortest prefix with the same fault ends with the wrong part. */
function wrongPart(text: string, { message, ...error }: RE2JSSyntaxException): RegexpSpan | undefined {
  const fragment = error.input ?? '';
  if (fragment === '' || !text.includes(fragment)) return undefined;
  for (let end = fragment.length; end <= text.length; end++) {
    if (text.endsWith(fragment, end) && messageOf(text.slice(0, end)) === message) {
      return { start: end - fragment.length, end };
    }
  }
  return undefined;
}

function messageOf(pattern: string): string | null {
  try {
    compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : null;
  }
}
