/** Threads whose subject has the words before the caret. */
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { allOfNodes, is, words } from '../language/build.ts';
import { newestPosts } from './newest-posts.ts';
import { conditionsOn } from './words.ts';

export interface FoundThread {
  readonly board: string;
  readonly num: number;
  readonly subject: string;
}

/** Newest threads that are read; those with the subject of a newer one are left out. */
const READ = 6;

/** Subjects that begin with the text first, then the newest. `text`: words, the last of which may be a beginning. */
export async function threadsAbout(
  context: SearchContext,
  { text, boards }: { readonly text: string; readonly boards: readonly string[] | null },
  request: RequestContext,
): Promise<readonly FoundThread[]> {
  const written = text.trim().split(/\s+/);
  const leaves = written.map((word, at) => words('subject', word, at === written.length - 1));
  const root = allOfNodes([...conditionsOn(boards), is('op'), ...leaves]);
  const { posts } = await newestPosts(context, root, READ, request);
  const found = new Map<string, FoundThread & { readonly folded: string }>();
  for (const { post } of posts) {
    const { board, num, subject } = post;
    if (subject === null) continue;
    const folded = foldPlain(subject).trim();
    const key = `${board} ${folded}`;
    if (!found.has(key)) found.set(key, { board, num, subject, folded });
  }
  const beginning = foldPlain(text).trim();
  const isBehind = ({ folded }: { readonly folded: string }) => (folded.startsWith(beginning) ? 0 : 1);
  return [...found.values()]
    .sort((a, b) => isBehind(a) - isBehind(b))
    .map(({ board, num, subject }) => ({ board, num, subject }));
}
