/** Presents hydrated hits as the JSON of the API: posts with their tokens, and the positions of matches. */
import type { Hit } from '../../../mappings/contract/search.ts';
import { withinAnswer } from '../../../mappings/text-limits.ts';
import { presentPost } from '../../posts/present.ts';
import type { HydratedHit } from '../hydrate/read-rows.ts';
import type { Node } from '../language/tree.ts';
import { fileNames, withMarksByFile } from '../marks/file-names.ts';
import { markedTexts, markHits } from '../marks/mark-hits.ts';

/** `root`: the query whose words are marked. */
export function presentHits(root: Node | null, hits: readonly HydratedHit[]): Hit[] {
  const posts = withinAnswer(hits.map(({ post }) => post));
  const views = posts.map((post, at) => presentPost(post, hits[at]?.atSource ?? null));
  const marks = markHits(
    root,
    hits.map(({ post }, at) => markedTexts(views[at] ?? { comment: '', tokens: [] }, post.subject, fileNames(post))),
  );
  return views.map((view, at) => {
    const { hit, threadSubject = null, threadTitle = null } = hits[at] ?? {};
    const group = hit?.threadHits === undefined ? null : { hits: hit.threadHits };
    const post = posts[at];
    const highlights = post === undefined ? {} : withMarksByFile(marks[at] ?? {}, post);
    return { ...view, highlights, thread_subject: threadSubject, thread_title: threadTitle, group };
  });
}
