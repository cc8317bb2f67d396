import { withoutSentinels } from '../../mappings/highlight.ts';
import type { Highlights, Hit } from '../contract/search.ts';
import { presentPost } from '../posts/present.ts';
import { markedRanges } from './highlights.ts';
import type { HydratedHit } from './hydrate.ts';

export function presentHit({ skeleton, post, mediaUrl, threadSubject }: HydratedHit): Hit {
  const view = presentPost(post, mediaUrl);
  const highlights: Highlights = {};
  // Offsets count in what the page shows; the index holds it without sentinels of its own, one for one.
  for (const field of ['comment', 'subject'] as const) {
    const marked = skeleton.marked[field];
    const ranges = marked === undefined ? [] : markedRanges(marked, withoutSentinels(view[field] ?? ''));
    if (ranges.length > 0) highlights[field] = ranges;
  }
  return { ...view, highlights, thread_subject: threadSubject };
}
