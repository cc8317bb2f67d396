/** Ways to rank threads that similar threads are compared with: by the subject alone, and by the words of the opening post alone. */
import { postsAlias } from '../../../../mappings/elasticsearch/index-names.ts';
import type { GivenPost } from '../../../../test/integration/server/given-archive.ts';
import { toPostDocument } from '../../../../mappings/elasticsearch/post-document.ts';
import { emptyPost } from '../../../../test/unit/server/posts.ts';
import type { World } from '../../../../test/support/world.ts';
import { SIMILAR_THREADS } from '../../limits.ts';

export type Contender = 'subject' | 'words';

/** Ids of threads, the best first. */
export async function rankBy(
  contender: Contender,
  { elasticsearch, indexPrefix }: World,
  board: string,
  opener: GivenPost,
): Promise<readonly string[]> {
  const field = contender === 'subject' ? 'subject' : 'comment';
  const { [field]: text } = toPostDocument({ ...emptyPost, thread: opener.num, ...opener, board }, 1);
  if (typeof text !== 'string' || text === '') return [];
  const { hits } = await elasticsearch.search({
    index: postsAlias(indexPrefix),
    size: SIMILAR_THREADS,
    search_type: 'dfs_query_then_fetch',
    _source: ['board', 'num'],
    query: {
      bool: {
        filter: [{ term: { opener: true } }],
        must_not: [{ term: { thread_id: `${board}.${opener.num}` } }],
        must: [{ more_like_this: { fields: [field], like: text, min_term_freq: 1, min_doc_freq: 2 } }],
      },
    },
  });
  return hits.hits.map(({ _source: found }) => {
    const { board: of, num } = found as { board: string; num: number };
    return `${of}/${num}`;
  });
}
