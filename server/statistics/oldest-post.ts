import { isListed } from '../../mappings/board.ts';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from '../search/context.ts';
import { searchTarget, sendSearch } from '../search/elasticsearch/send-search.ts';
import { readPosts, type Where } from './ask-counts.ts';

/** The time of the oldest post; null without posts. The order by a date skips newer blocks, which the smallest value of all posts would not. */
export async function oldestPost(
  context: SearchContext,
  { boards, filter }: Where,
  request: RequestContext,
): Promise<string | null> {
  const listed = (await context.boards.all()).filter(isListed).map(({ name }) => name);
  const answer = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: { bool: { filter: [filter, { terms: { board: listed } }] } },
      sort: [{ time_posted: 'asc' }],
      size: 1,
      track_total_hits: false,
      _source: false,
    },
    request,
  );
  const keys = answer.hits.hits.map(({ _id: id = '' }) => keyOfDocumentId(id));
  const [post] = await readPosts(context, null, keys, request);
  return post?.time_posted ?? null;
}
