import { HIGHLIGHT_END, HIGHLIGHT_START } from '../../../mappings/highlight.ts';

/** [start, end) in UTF-16 code units. */
export type TextRange = [number, number];

/**
 * Offsets of what stands between sentinels, in the text without them; adjacent marks become one (bigrams overlap).
 * Empty when the text without sentinels is not `present`: the index may hold an older text than the row.
 */
export function markedRanges(marked: string, present: string): TextRange[] {
  const ranges: TextRange[] = [];
  let length = 0;
  let start: number | null = null;
  for (const piece of marked.split(/([\uE000\uE001])/)) {
    if (piece === HIGHLIGHT_START) start ??= length;
    else if (piece === HIGHLIGHT_END) {
      const last = ranges.at(-1);
      if (start !== null && last !== undefined && last[1] === start) last[1] = length;
      else if (start !== null && start < length) ranges.push([start, length]);
      start = null;
    } else {
      if (!present.startsWith(piece, length)) return [];
      length += piece.length;
    }
  }
  return length === present.length ? ranges : [];
}
