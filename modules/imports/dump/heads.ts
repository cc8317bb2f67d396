/** Parses the beginnings of statements with rows. */
import { QUALIFIED_NAME } from './statement.ts';

const INSERT = new RegExp(
  `(?:INSERT|REPLACE)\\s+(?:(?:IGNORE|DELAYED|LOW_PRIORITY|OR\\s+(?:IGNORE|REPLACE))\\s+)*(?:INTO\\s+)?(${QUALIFIED_NAME})\\s*(?:\\(([^)]*)\\))?\\s*(?:OVERRIDING\\s+(?:SYSTEM|USER)\\s+VALUE\\s+)?VALUES\\s*(?=\\()`,
  'iy',
);
const COPY = new RegExp(`COPY\\s+(${QUALIFIED_NAME})\\s*(?:\\(([^)]*)\\))?\\s+FROM\\s+stdin;\\r?\\n`, 'iy');
const DELIMITER = /DELIMITER[ \t]+(\S+)[ \t]*\r?\n/iy;

/** A longer text is not the head of a statement. */
export const MAX_HEAD = 8192;

export interface Head {
  readonly name: string;
  /** The list of columns as it is written. */
  readonly list: string | undefined;
  /** The position at which the rows begin. */
  readonly end: number;
}

export const insertHead = (text: string, at: number): Head | null => headOf(INSERT, text, at);
export const copyHead = (text: string, at: number): Head | null => headOf(COPY, text, at);

function headOf(pattern: RegExp, text: string, at: number): Head | null {
  pattern.lastIndex = at;
  const [whole, name, list] = pattern.exec(text) ?? [];
  return whole === undefined || name === undefined ? null : { name, list, end: at + whole.length };
}

/** The delimiter of the following statements, as MySQL's clients set it. */
export function delimiterHead(text: string, at: number): { readonly sign: string; readonly end: number } | null {
  DELIMITER.lastIndex = at;
  const [whole, sign] = DELIMITER.exec(text) ?? [];
  return whole === undefined || sign === undefined ? null : { sign, end: at + whole.length };
}
