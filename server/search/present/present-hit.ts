import { withoutSentinels } from '../../../mappings/highlight.ts';
import type { Highlights, Hit } from '../../../mappings/contract/search.ts';
import { presentPost } from '../../posts/present.ts';
import { markedRanges } from './highlights.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';

export function presentHit({ skeleton, post, mediaUrl, threadSubject }: HydratedHit): Hit {
  const view = presentPost(post, mediaUrl);
  const highlights: Highlights = {};
  // Offsets count in what the page shows; the index holds it without sentinels of its own, one for one.
  const shown = { comment: view.comment, subject: view.subject, media_name: post.mediaName };
  for (const field of ['comment', 'subject', 'media_name'] as const) {
    const marked = skeleton.marked[field];
    const ranges = marked === undefined ? [] : markedRanges(marked, withoutSentinels(shown[field] ?? ''));
    if (ranges.length > 0) highlights[field] = ranges;
  }
  const { threadHits } = skeleton;
  const group = threadHits === undefined ? null : { hits: threadHits };
  return { ...view, highlights, thread_subject: threadSubject, group };
}
