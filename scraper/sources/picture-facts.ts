import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../mappings/comment/tokens.ts';

/**
 * What a source writes below a post about its picture, as data: the table of a photograph's EXIF, and how a drawing was
 * made. The comment keeps both as they came.
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

/** `Oekaki Post (Time: 14m, Painter: X, Source: …)`. A painter's name may hold a comma: a pair begins with a word and a colon. */
function oekakiPairs(token: CommentToken): (readonly [string, string])[] {
  if (token.kind !== 'oekaki') return [];
  const text = commentPlainText(token.children);
  const inside = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return inside.split(/, (?=[A-Z][a-z]+: )/).flatMap((pair) => {
    const colon = pair.indexOf(': ');
    return colon < 1 ? [] : [[pair.slice(0, colon), pair.slice(colon + 2).trim()] as const];
  });
}
