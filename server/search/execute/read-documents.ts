/**
 * Reads every visible document of a board that matches a filter. Used by server/threads/from-documents.ts, for threads while
 * PostgreSQL is unavailable.
 */
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { archiveUnavailable } from '../../../platform/postgres-errors.ts';
import { VISIBLE, type QueryContainer } from '../plan/clauses.ts';
import { isPartial, searchTarget, sendSearch, type SearchCall, type SearchClient } from './send-search.ts';

/** `max_result_window` of our indices. */
const PAGE = 1_000;

/** All visible documents of a board that match the filter, ordered as in a thread. @throws UnavailableError when some cannot be read */
export async function readDocuments(
  client: SearchClient,
  board: string,
  filter: QueryContainer,
  call: SearchCall,
): Promise<readonly PostSource[]> {
  const found: PostSource[] = [];
  let after: unknown[] | undefined;
  do {
    const response = await sendSearch(
      client,
      {
        ...searchTarget(client, [board]),
        query: { bool: { filter: [filter, VISIBLE] } },
        sort: [{ num: 'asc' }, { subnum: 'asc' }],
        size: PAGE,
        track_total_hits: false,
        ...(after !== undefined && { search_after: after as number[] }),
      },
      call,
    );
    if (isPartial(response)) throw archiveUnavailable();
    const { hits } = response.hits;
    found.push(...hits.map(({ _source: source }) => source as PostSource));
    after = hits.length < PAGE ? undefined : hits.at(-1)?.sort;
  } while (after !== undefined);
  return found;
}
