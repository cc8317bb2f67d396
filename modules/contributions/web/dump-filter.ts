/** The filter of a list of dumps in the address. */
import { isBoardName } from '../../../mappings/board.ts';
import { DUMP_STATES } from '../format/states.ts';

const FILTER = ['state', 'client', 'version', 'contributor', 'type', 'board', 'verified', 'unmapped', 'hash'] as const;
export type FilterName = (typeof FILTER)[number];

/** The filter's texts in the address. */
export type DumpFilter = Readonly<Partial<Record<FilterName | 'before', string | undefined>>>;

/** Identifies a file by SHA-256, or by MD5 and size. */
export type FileAddress = Readonly<Partial<Record<'sha256' | 'md5' | 'size', string | undefined>>>;

/** Checks of the values, as in the API. Pages ignore invalid values. */
const VALID: Readonly<Record<FilterName | 'before', (text: string) => boolean>> = {
  state: (text) => Object.hasOwn(DUMP_STATES, text),
  client: (text) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/.test(text),
  version: (text) => /^\d{1,6}(\.\d{1,6}){0,3}$/.test(text),
  contributor: (text) => /^[0-9a-f]{64}$/.test(text),
  type: (text) => /^[a-z0-9]{1,8}$/.test(text),
  board: isBoardName,
  verified: isFlag,
  unmapped: isFlag,
  hash: (text) => /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(text),
  before: (text) => /^[1-9]\d{0,15}$/.test(text),
};

export function readDumpFilter(search: Readonly<Record<string, unknown>>): DumpFilter {
  return Object.fromEntries(
    [...FILTER, 'before' as const].flatMap((name) => {
      const given = search[name];
      const text = typeof given === 'string' ? given.trim() : '';
      const value = name === 'hash' || name === 'contributor' ? text.toLowerCase() : text;
      return VALID[name](value) ? [[name, value]] : [];
    }),
  );
}

export function readFileAddress(search: Readonly<Record<string, unknown>>): FileAddress {
  const text = (name: string, form: RegExp): string | undefined => {
    const given = search[name];
    return typeof given === 'string' && form.test(given) ? given : undefined;
  };
  return {
    sha256: text('sha256', /^[0-9a-f]{64}$/),
    md5: text('md5', /^[0-9a-f]{32}$/),
    size: text('size', /^[1-9]\d{0,15}$/),
  };
}

function isFlag(text: string): boolean {
  return text === 'true' || text === 'false';
}
