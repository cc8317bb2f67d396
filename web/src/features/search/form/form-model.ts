/**
 * The advanced search form as a view of the query's text: each field shows its part of the text, and changing it rewrites only that
 * part.
 */
import type { QueryPart } from '../../../../../mappings/contract/query-part.ts';
import { spellValue, unquoted } from '../../../lib/query-text.ts';

/** A piece of the query with the text before it. */
interface Piece {
  readonly gap: string;
  readonly text: string;
  /** The field that shows the piece; null for those in `words`. */
  readonly key: string | null;
  /** The value in the field. */
  readonly shown: string;
  /** Whether its text may contain an OR outside of parentheses. */
  readonly mayHaveOr?: boolean;
}

export type FormModel = readonly Piece[];

/** Fields of the language without an input of their own name in the form. */
const OF_KIND = new Set(['is', 'has']);

export function modelOf(q: string, parts: readonly QueryPart[]): FormModel {
  const taken = new Set<string>();
  return parts.map((part, place) => {
    const { start, end } = part.position;
    const found = fieldOf(part);
    const isFree = found !== null && !taken.has(found.key);
    if (isFree) taken.add(found.key);
    const text = q.slice(start, end);
    return {
      gap: place === 0 ? '' : q.slice(parts[place - 1]?.position.end, start),
      text,
      key: isFree ? found.key : null,
      shown: isFree ? found.shown : text,
      mayHaveOr: parts.length === 1,
    };
  });
}

/** The input for files has these values for `has:`, and NO_FILE. */
const FILE_KINDS = new Set(['file', 'image', 'video']);
const NO_FILE = 'none';

/** `is:deleted` and `has:link` have three values: any (''), only and without. */
function fieldOf({ field, value, negated }: QueryPart): { readonly key: string; readonly shown: string } | null {
  if (field === null) return null;
  if (!OF_KIND.has(field)) return negated ? null : { key: field, shown: unquoted(value) };
  const name = value.toLowerCase();
  if (!/^[a-z-]+$/.test(name)) return null;
  if (field === 'is' && (name === 'op' || name === 'reply')) return negated ? null : { key: 'posts', shown: name };
  if (field === 'has' && FILE_KINDS.has(name)) {
    if (!negated) return { key: 'attachment', shown: name };
    return name === 'file' ? { key: 'attachment', shown: NO_FILE } : null;
  }
  return { key: `${field}:${name}`, shown: negated ? 'without' : 'only' };
}

export function queryOf(model: FormModel): string {
  const isAlone = model.length === 1;
  return model
    .map(({ gap, text, key, mayHaveOr = false }, place) => {
      // OR has the lowest precedence: without parentheses the fields would apply to its last operand only.
      const isOpen = mayHaveOr && key === null && !isAlone && /\sOR\s|\|/.test(text) && !/^-?\(.*\)$/s.test(text);
      return (place === 0 ? '' : gap) + (isOpen ? `(${text})` : text);
    })
    .join('')
    .trim();
}

export function shownIn(model: FormModel, key: string): string {
  return model.find((piece) => piece.key === key)?.shown ?? '';
}

/** The text that is in no other field. */
export function wordsOf(model: FormModel): string {
  return model
    .filter(({ key }) => key === null)
    .map(({ shown }) => shown)
    .join(' ');
}

export function withField(model: FormModel, key: string, shown: string): FormModel {
  return replaced(model, (piece) => piece.key === key, { text: writtenAs(key, shown), key, shown });
}

/** New words come first, unless the query already has words elsewhere. */
export function withWords(model: FormModel, shown: string): FormModel {
  const hadWords = model.some(({ key }) => key === null);
  const piece = { text: shown.trim(), key: null, shown, mayHaveOr: true };
  if (hadWords) return replaced(model, ({ key }) => key === null, piece);
  return [{ gap: '', ...piece }, ...model.map((other, place) => (place === 0 ? { ...other, gap: ' ' } : other))];
}

/** Replaces the first matching piece and removes the others. A field that becomes empty keeps its place. */
function replaced(model: FormModel, matches: (piece: Piece) => boolean, made: Omit<Piece, 'gap'>): FormModel {
  const place = model.findIndex(matches);
  const others = model.filter((piece, at) => at === place || !matches(piece));
  if (made.text === '' && made.shown === '') return others.filter((piece) => !matches(piece));
  if (place === -1) return [...others, { gap: ' ', ...made }];
  return others.map((piece) => (matches(piece) ? { gap: piece.gap, ...made } : piece));
}

function writtenAs(key: string, shown: string): string {
  const value = shown.trim();
  if (value === '') return '';
  if (key === 'posts') return `is:${value}`;
  if (key === 'attachment') return value === NO_FILE ? '-has:file' : `has:${value}`;
  if (key.includes(':')) return value === 'only' ? key : `-${key}`;
  return `${key}:${spellValue(value)}`;
}
