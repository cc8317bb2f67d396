/** The EXIF of a photograph: below the comment, or beside it in `extra`, as pairs of names and values that other archives keep. */
import type { CommentToken, ExifRow } from './tokens.ts';

/** More than cameras write. */
const MAX_ROWS = 200;
const MAX_VALUE = 1_000;

/** The tokens with a table at the end, unless the comment has one itself. `extra`: that of the post. */
export function withStoredExif(
  tokens: readonly CommentToken[],
  extra: Readonly<Record<string, unknown>> | null,
): readonly CommentToken[] {
  const stored = extra?.['exif'];
  if (typeof stored !== 'object' || stored === null || tokens.some(({ kind }) => kind === 'exif')) return tokens;
  // Asagi puts the facts of drawings into the same field.
  if (Array.isArray(stored) || 'Painter' in stored) return tokens;
  const rows = Object.entries(stored).slice(0, MAX_ROWS).flatMap(rowOf);
  return rows.length === 0 ? tokens : [...tokens, { kind: 'exif', rows }];
}

function rowOf([name, value]: readonly [string, unknown]): readonly ExifRow[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).slice(0, MAX_VALUE).toWellFormed().trim();
  return name.trim() === '' || text === '' ? [] : [{ name: name.trim(), value: text }];
}

/** Names whose values many posts share. Times, sizes and exposures differ. */
const NAMED = /\b(?:make|maker|manufacturer|model|lens|software)\b/i;
const MAX_VALUES = 10;

/** The values that completion offers, such as the model of a camera. */
export function exifValues(tokens: readonly CommentToken[]): readonly string[] | undefined {
  const values = tokens.flatMap((token) => (token.kind === 'exif' ? token.rows : [])).flatMap(namedValue);
  return values.length === 0 ? undefined : [...new Set(values)].slice(0, MAX_VALUES);
}

function namedValue({ name, value }: ExifRow): readonly string[] {
  return value !== null && NAMED.test(name) && /\p{L}/u.test(value) ? [value] : [];
}
