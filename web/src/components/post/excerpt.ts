import { type TextRange, walkText } from '../../../../mappings/comment/plain-text.ts';
import type { Post } from '../../../../mappings/contract/post.ts';

const MAX_CHARACTERS = 640;
const MAX_LINES = 9;
/** Comments are not cut if fewer characters than this would be hidden. */
const SLACK = 120;
const LINES_BEFORE = 2;
const CHARACTERS_BEFORE = 160;

export interface Excerpt {
  readonly part: TextRange;
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

/**
 * The part of a comment that a result shows: its beginning if that contains the first match, else a part that starts shortly before the
 * first match. Cut at line ends and spaces if possible.
 */
export function excerptOf(text: string, firstMatch: number | undefined): Excerpt {
  const end = endOfPart(text, 0);
  if (end === text.length) return { part: [0, end], cutBefore: false, cutAfter: false };
  const match = firstMatch ?? 0;
  const from = match < end ? 0 : startBefore(text, match);
  const to = from === 0 ? end : endOfPart(text, from);
  return { part: [from, to], cutBefore: from > 0, cutAfter: to < text.length };
}

/** The text of which excerpts are made: without a photograph's table at its end, which is collapsed and never shown in part. */
export function textBeforeTable({ comment, tokens }: Pick<Post, 'comment' | 'tokens'>): string {
  const table = tokens.at(-1);
  if (table?.kind !== 'exif') return comment;
  let end = comment.length;
  walkText(tokens, (owner, _text, start) => {
    if (owner === table.rows[0]) end = start;
  });
  return comment.slice(0, end);
}

/** Characters of the line before the first match in a compact result. */
const LINE_BEFORE = 40;

/** The same for a result of one line, which shows little more than the words around the first match. */
export function lineExcerptOf(text: string, firstMatch: number | undefined): Excerpt {
  const earliest = (firstMatch ?? 0) - LINE_BEFORE;
  if (firstMatch === undefined || earliest <= LINE_BEFORE / 2) return excerptOf(text, firstMatch);
  const before = text.slice(earliest, firstMatch);
  const space = before.search(/\s/);
  const from = space === -1 ? wholeCharacter(text, earliest) : earliest + space + 1;
  const to = wholeCharacter(text, Math.min(text.length, from + MAX_CHARACTERS));
  return { part: [from, to], cutBefore: true, cutAfter: to < text.length };
}

function endOfPart(text: string, from: number): number {
  const lineEnd = endOfLines(text, from);
  const byLength = from + MAX_CHARACTERS;
  const end = Math.min(lineEnd, byLength);
  if (text.length - end <= SLACK && !text.slice(end).trim().includes('\n')) return text.length;
  if (lineEnd <= byLength) return lineEnd;
  const space = lastSpace(text, byLength);
  return space > from + MAX_CHARACTERS / 2 ? space : wholeCharacter(text, byLength);
}

function endOfLines(text: string, from: number): number {
  let end = from - 1;
  for (let line = 0; line < MAX_LINES; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return text.length;
  }
  return end;
}

function startBefore(text: string, match: number): number {
  const earliest = Math.max(0, match - CHARACTERS_BEFORE);
  let start = lineStart(text, match);
  if (start < earliest) {
    const space = text.indexOf(' ', earliest);
    return space !== -1 && space < match ? space + 1 : wholeCharacter(text, earliest);
  }
  for (let line = 0; line < LINES_BEFORE && start > 0; line++) {
    const above = lineStart(text, start - 1);
    if (above < earliest) break;
    start = above;
  }
  return start;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lastSpace(text: string, before: number): number {
  return Math.max(text.lastIndexOf(' ', before), text.lastIndexOf('\n', before));
}

/** Moves a cut out of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
