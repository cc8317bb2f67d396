/** The part of a post that has no column and is stored in `extra`. */
import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../mappings/comment/tokens.ts';
import type { JsonFields } from './json-fields.ts';
import type { ParseWarnings } from './parse-result.ts';
import { makeStorableJson } from '../../mappings/storable.ts';

/** Where a source's fields go, by name. */
export interface FieldNames {
  /** Stored in columns. */
  readonly inColumns: ReadonlySet<string>;
  /** Stored in `extra` unchanged. */
  readonly inExtra: ReadonlySet<string>;
  /** Not stored: they follow from other fields, or are not about the post. */
  readonly dropped: ReadonlySet<string>;
  /** Fields whose column has less detail than the source's value: stored in `extra` too. */
  readonly lossy: ReadonlySet<string>;
}

type Extra = Readonly<Record<string, unknown>>;

/**
 * The fields that have no column, and `more` under our own names. Unknown fields are stored too, and counted as warnings. A field that
 * cannot be stored unchanged is dropped.
 */
export function readExtra(
  post: JsonFields,
  warnings: ParseWarnings,
  names: FieldNames,
  more: Extra = {},
): Extra | null {
  const { inColumns, inExtra, dropped, lossy } = names;
  const kept = post
    .names()
    .filter((name) => lossy.has(name) || !(inColumns.has(name) || dropped.has(name) || post.raw(name) === null))
    .filter((name) => isExact(post.raw(name)) || post.drop(name));
  for (const name of kept) if (!inColumns.has(name) && !inExtra.has(name)) warnings.add(`unknown_field:${name}`);
  const entries = [...kept.map((name) => [name, post.raw(name)] as const), ...Object.entries(more)];
  if (entries.length === 0) return null;
  return makeStorableJson(Object.fromEntries(entries), (warning) => warnings.add(warning)) as Extra;
}

/** Deeper than any source's values, and shallow enough for recursion. */
const MAX_DEPTH = 32;

/** Returns whether a value is nested up to MAX_DEPTH levels, and has no number past 2^53, which has lost digits. */
function isExact(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    if (level.some((each) => typeof each === 'number' && Math.abs(each) > Number.MAX_SAFE_INTEGER)) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}

/**
 * Data that a source appends to a comment about its picture: the EXIF table of a photograph, and how a drawing was made. The comment
 * keeps both.
 */
export function pictureFacts(comment: string | null): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (comment === null || !/class="exif"|Oekaki Post/.test(comment)) return {};
  const { tokens } = parseComment(comment);
  const exif = Object.fromEntries(tokens.flatMap(exifPairs));
  const oekaki = Object.fromEntries(tokens.flatMap(oekakiPairs));
  return {
    ...(Object.keys(exif).length > 0 && { exif }),
    ...(Object.keys(oekaki).length > 0 && { oekaki }),
  };
}

function exifPairs(token: CommentToken): (readonly [string, string])[] {
  if (token.kind !== 'exif') return [];
  return token.rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]));
}

/** `Oekaki Post (Time: 14m, Painter: X, Source: …)`. A painter's name may contain a comma, so a pair begins with a word and a colon. */
function oekakiPairs(token: CommentToken): (readonly [string, string])[] {
  if (token.kind !== 'oekaki') return [];
  const text = commentPlainText(token.children);
  const inside = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return inside.split(/, (?=[A-Z][a-z]+: )/).flatMap((pair) => {
    const colon = pair.indexOf(': ');
    return colon < 1 ? [] : [[pair.slice(0, colon), pair.slice(colon + 2).trim()] as const];
  });
}
