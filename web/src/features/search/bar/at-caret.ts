/** The part of the query language at the caret: pure. */

export type Operator = 'phrase' | 'not' | 'or' | 'group' | 'prefix' | 'as-written' | 'words';

export interface AtCaret {
  /** As written, in lower case; null for words and operators. */
  readonly field: string | null;
  /** The value behind the field. */
  readonly value: string;
  readonly operator: Operator | null;
}

/** Null in an empty bar, or between two parts. */
export function atCaret(q: string, caret: number): AtCaret | null {
  const token = tokenAt(q, caret);
  if (token === null) return null;
  const [, sign = '', field, value = ''] = /^\(*(-?)([a-z][\w.-]*):(.*)$/is.exec(token) ?? [];
  if (field !== undefined) {
    return { field: field.toLowerCase(), value: value.replace(/\)+$/, ''), operator: sign === '-' ? 'not' : null };
  }
  return { field: null, value: token, operator: operatorOf(token) };
}

/** Text between spaces; a quoted text may contain spaces. */
function tokenAt(q: string, caret: number): string | null {
  for (const { 0: token, index } of q.matchAll(/(?:"[^"]*(?:"|$)|[^\s"])+/g)) {
    if (index <= caret && caret <= index + token.length) return token;
  }
  return null;
}

function operatorOf(token: string): Operator {
  if (/^(?:OR|\|)$/.test(token)) return 'or';
  if (/^-./.test(token)) return 'not';
  if (/^[()]/.test(token) || token.endsWith(')')) return 'group';
  if (token.startsWith('=')) return 'as-written';
  if (token.includes('"')) return 'phrase';
  return token.endsWith('*') ? 'prefix' : 'words';
}
