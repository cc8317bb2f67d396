import { LISTED_THREADS, type BoardStatistics } from '../../mappings/contract/statistics.ts';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from '../search/context.ts';
import { searchTarget, sendSearch } from '../search/elasticsearch/send-search.ts';
import { readPosts, type Where } from './ask-counts.ts';

/** Reads extra threads, since some may have hidden openers. */
const SPARE = 10;

/**
 * The threads with the most visible posts. Every opening post contains its number of replies, so that the posts of threads need not be
 * counted, however old the board is.
 */
export async function biggestThreads(
  context: SearchContext,
  { boards, filter }: Where,
  request: RequestContext,
): Promise<BoardStatistics['threads']> {
  const answer = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: { bool: { filter: [filter, { term: { opener: true } }] } },
      sort: [{ replies: 'desc' }, { num: 'desc' }],
      size: LISTED_THREADS + SPARE,
      track_total_hits: false,
      _source: false,
    },
    request,
  );
  const keys = answer.hits.hits.map(({ _id: id = '' }) => keyOfDocumentId(id));
  const openers = await readPosts(context, boards, keys, request);
  return openers
    .map((opener) => ({ posts: (opener.replies ?? 0) + 1, opener }))
    .toSorted((a, b) => b.posts - a.posts)
    .slice(0, LISTED_THREADS);
}
