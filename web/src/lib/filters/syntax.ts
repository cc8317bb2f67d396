/**
 * The reader's filters: one per line, a regular expression with options, in the syntax of 4chan X: `/spam/i;boards:g,a;op:only;stub:no;`.
 * Its syntax for MD5 sums and poster IDs is exact text between slashes.
 */

export const FILTER_TYPES = [
  'subject',
  'name',
  'filename',
  'comment',
  'tripcode',
  'uniqueID',
  'capcode',
  'email',
  'flag',
  'pass',
  'postID',
  'dimensions',
  'filesize',
  'MD5',
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** The types of a filter without `type:`. */
const USUAL_TYPES: readonly FilterType[] = ['subject', 'name', 'filename', 'comment'];
const EXACT: ReadonlySet<FilterType> = new Set(['uniqueID', 'MD5']);

type Which = 'yes' | 'no' | 'only';

export interface Filter {
  /** The number of its line, from 1. */
  readonly line: number;
  readonly text: string;
  readonly types: readonly FilterType[];
  readonly pattern: string;
  /** null for exact text. */
  readonly flags: string | null;
  /** null for all boards. */
  readonly boards: readonly string[] | null;
  readonly exclude: readonly string[];
  /** Opening posts; `only` leaves replies alone. */
  readonly op: Which;
  readonly file: Which;
  /** Whether a hidden post leaves its head. */
  readonly stub: boolean;
  /** null for a filter that hides. */
  readonly highlight: string | null;
  /** Highlighted threads are first in lists of threads. */
  readonly top: boolean;
}

export type FilterFault = 'no-pattern' | 'bad-pattern' | 'long' | 'many' | 'bad-option' | 'bad-value';

export interface FilterProblem {
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
  readonly fault: FilterFault;
  /** The part of the line that is wrong. */
  readonly part: string;
}

export interface Filters {
  readonly filters: readonly Filter[];
  readonly problems: readonly FilterProblem[];
}

const MAX_PATTERN = 2_000;
/** Lists of MD5 sums are long. */
const MAX_FILTERS = 10_000;
const FLAGS = /^[imsuvgy]*$/;

/** Reads all lines; a wrong line leaves the others valid. Empty lines and lines that begin with # are comments. */
export function readFilters(text: string): Filters {
  const filters: Filter[] = [];
  const problems: FilterProblem[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = filters.length < MAX_FILTERS ? readLine(line, at + 1) : problem(at + 1, 0, 'many', line);
    if ('fault' in read) problems.push(read);
    else filters.push(read);
    if ('fault' in read && read.fault === 'many') break;
  }
  return { filters, problems };
}

function problem(line: number, index: number, fault: FilterFault, part: string): FilterProblem {
  return { line, column: index + 1, fault, part: part.trim().slice(0, 80) };
}

function readLine(line: string, number: number): Filter | FilterProblem {
  const start = line.search(/\S/);
  // The expression ends at the last slash that is followed by flags and options only.
  const found = /^\/(.+)\/(\w*)\s*(?:;(.*))?$/s.exec(line.slice(start));
  if (found === null) return problem(number, start, 'no-pattern', line);
  const [, pattern = '', flags = '', rest = ''] = found;
  if (pattern.length > MAX_PATTERN) return problem(number, start + 1, 'long', pattern);
  const options = readOptions(rest, line.length - rest.length, number);
  if ('fault' in options) return options;
  const isExact = options.types.every((type) => EXACT.has(type));
  const fault = isExact ? null : faultOf(pattern, flags);
  if (fault !== null) return problem(number, start + 1, 'bad-pattern', fault);
  const ownFlags = isExact ? null : flags.replaceAll(/[gy]/g, '');
  return { line: number, text: line.trim(), pattern, flags: ownFlags, ...options };
}

/** Why the browser refuses the expression; null if it does not. */
function faultOf(pattern: string, flags: string): string | null {
  if (!FLAGS.test(flags)) return flags;
  try {
    void new RegExp(pattern, flags);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : pattern;
  }
}

type Options = Omit<Filter, 'line' | 'text' | 'pattern' | 'flags'>;

/** `start`: where the options begin in the line. */
function readOptions(text: string, start: number, line: number): Options | FilterProblem {
  let options: Options = {
    types: USUAL_TYPES,
    boards: null,
    exclude: [],
    op: 'yes',
    file: 'yes',
    stub: true,
    highlight: null,
    top: true,
  };
  for (const { 0: part, index } of text.matchAll(/[^;]+/g)) {
    const [, space = '', name = '', value = null] = /^(\s*)([\w-]+)\s*(?::(.*))?$/s.exec(part) ?? [];
    if (part.trim() === '') continue;
    const read = readOption(name, value?.trim() ?? null);
    if (read === null) {
      const isKnown = OPTIONS.has(name);
      const offset = isKnown && value !== null ? part.indexOf(':') + 1 : space.length;
      return problem(line, start + index + offset, isKnown ? 'bad-value' : 'bad-option', part.slice(offset));
    }
    options = { ...options, ...read };
  }
  return options;
}

const OPTIONS: ReadonlySet<string> = new Set([
  'boards',
  'exclude',
  'type',
  'op',
  'file',
  'stub',
  'highlight',
  'top',
  'notify',
  'reason',
]);

/** null for an unknown option or value. Options that mean nothing in an archive are accepted. */
function readOption(name: string, value: string | null): Partial<Options> | null {
  switch (name) {
    case 'boards': {
      const boards = boardsOf(value);
      return boards === null ? null : { boards: boards.includes('global') ? null : boards };
    }
    case 'exclude': {
      const exclude = boardsOf(value);
      return exclude === null ? null : { exclude };
    }
    case 'type': {
      const names = (value ?? '').split(',').map((type) => type.trim().toLowerCase());
      const types = FILTER_TYPES.filter((type) => names.includes(type.toLowerCase()));
      return types.length === new Set(names).size ? { types } : null;
    }
    case 'op':
    case 'file':
      return value === 'yes' || value === 'no' || value === 'only' ? { [name]: value } : null;
    case 'stub':
    case 'top':
      return value === 'yes' || value === 'no' ? { [name]: value === 'yes' } : null;
    case 'highlight':
      return value === null || /^[\w-]+$/.test(value) ? { highlight: value ?? 'filter-highlight' } : null;
    case 'notify':
    case 'reason':
      return {};
    default:
      return null;
  }
}

/** `a,jp`, also with a site: `4chan.org:a,jp`. */
function boardsOf(value: string | null): readonly string[] | null {
  const boards = (value ?? '').split(',').map((board) =>
    board
      .slice(board.lastIndexOf(':') + 1)
      .trim()
      .toLowerCase(),
  );
  return boards.every((board) => /^[\w-]+$/.test(board)) ? boards : null;
}

/** A regular expression that finds this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Lines that are plain text become filters for it, in any letter case. A line that begins with a slash is meant as an expression. */
export function withPlainText(text: string): string {
  // A settings file that could not be read.
  if (text.trimStart().startsWith('{')) return text;
  return text
    .split('\n')
    .map((line) => (/^\s*(?:$|[/#])/.test(line) ? line : `/${escapePattern(line.trim())}/i`))
    .join('\n');
}

/**
 * The lines of a settings file of 4chan X, which has the filters of each type in a text of its own; a text that is no such file stays as
 * it is.
 */
export function importedLines(text: string): string {
  if (!text.trimStart().startsWith('{')) return text.replaceAll('\r', '');
  const kept = settingsOf(text);
  if (kept === null) return text;
  return ['general', ...FILTER_TYPES].flatMap((type) => linesOfType(type, kept[type])).join('\n');
}

function settingsOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isRecord(read)) return null;
    return isRecord(read['Conf']) ? read['Conf'] : read;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function linesOfType(type: string, text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => {
      if (line.startsWith('#') || type === 'general' || /;\s*type:/.test(line)) return line;
      return `${line}${line.endsWith(';') ? '' : ';'}type:${type};`;
    });
}

/** The text with further lines at its end. Lines that it already has are left out. */
export function withLines(text: string, more: string): string {
  const known = new Set(text.split('\n').map((line) => line.trim()));
  const added = more.split('\n').filter((line) => line.trim() !== '' && !known.has(line.trim()));
  return [...(text.trim() === '' ? [] : [text.trimEnd()]), ...added].join('\n');
}
