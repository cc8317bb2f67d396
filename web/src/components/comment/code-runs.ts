/** What is longer stays plain. */
export const MOST_CHARACTERS = 20_000;

/** What a part of a piece of code is; what is nothing of these bears no colour. */
export const CODE_KINDS = ['keyword', 'string', 'number', 'comment', 'name', 'meta'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** `[start, end)` in UTF-16 code units. In order, and apart from each other. */
export type CodeRun = readonly [start: number, end: number, kind: CodeKind];

export interface CodePiece {
  readonly start: number;
  readonly text: string;
  readonly kind: CodeKind | null;
}

/** A text cut where its kind changes; joined, the pieces are the text. `text` begins at `from` of what the runs are about. */
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
