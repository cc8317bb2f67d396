/** Presents a hydrated hit as the JSON of the API: the post with its tokens, and the positions of what matched. */
import { HIGHLIGHT_END, HIGHLIGHT_START, withoutSentinels } from '../../../mappings/highlight.ts';
import type { Highlights, Hit } from '../../../mappings/contract/search.ts';
import { presentPost } from '../../posts/present.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';

export function presentHit({ hit, post, mediaUrl, threadSubject }: HydratedHit): Hit {
  const view = presentPost(post, mediaUrl);
  const highlights: Highlights = {};
  // Positions count in the text that pages show; the index holds it with sentinels replaced, one character for one.
  const texts = { comment: view.comment, subject: view.subject, media_name: post.mediaName };
  for (const field of ['comment', 'subject', 'media_name'] as const) {
    const marked = hit.marked[field];
    const ranges = marked === undefined ? [] : markedRanges(marked, withoutSentinels(texts[field] ?? ''));
    if (ranges.length > 0) highlights[field] = ranges;
  }
  const group = hit.threadHits === undefined ? null : { hits: hit.threadHits };
  return { ...view, highlights, thread_subject: threadSubject, group };
}

/** [start, end) in UTF-16 code units. */
export type TextRange = [number, number];

/**
 * Positions of the text between sentinels, counted without the sentinels. Adjacent marks become one, since bigrams overlap.
 * Empty unless the text without sentinels equals `current`: the index may hold an older text than the row.
 */
export function markedRanges(marked: string, current: string): TextRange[] {
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
      if (!current.startsWith(piece, length)) return [];
      length += piece.length;
    }
  }
  return length === current.length ? ranges : [];
}
