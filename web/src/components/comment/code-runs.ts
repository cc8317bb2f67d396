/** The coloured parts of a code block, as the worker finds them and the page renders them. */

/** Longer code stays plain. */
export const MAX_CODE_CHARACTERS = 10_000;

/** Kinds of parts of code; a part of another kind has no colour. */
export const CODE_KINDS = ['keyword', 'string', 'number', 'comment', 'name', 'meta'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** `[start, end)` in UTF-16 code units. Runs are in order and do not overlap. */
export type CodeRun = readonly [start: number, end: number, kind: CodeKind];

/** A message to the worker. */
export interface HighlightRequest {
  readonly id: number;
  readonly text: string;
}

export interface HighlightResult {
  readonly id: number;
  readonly runs: readonly CodeRun[];
}

interface CodePiece {
  readonly start: number;
  readonly text: string;
  readonly kind: CodeKind | null;
}

/** Cuts a text where its kind changes; the joined pieces are the text. `text` starts at offset `from` of the runs' text. */
export function codePieces(text: string, runs: readonly CodeRun[], from = 0): readonly CodePiece[] {
  const pieces: CodePiece[] = [];
  let at = 0;
  const push = (end: number, kind: CodeKind | null) => {
    if (at < end) pieces.push({ start: at, text: text.slice(at, end), kind });
    at = Math.max(at, end);
  };
  for (const [start, end, kind] of runs) {
    push(Math.min(start - from, text.length), null);
    push(Math.min(end - from, text.length), kind);
  }
  push(text.length, null);
  return pieces;
}
