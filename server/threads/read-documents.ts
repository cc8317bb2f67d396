/** Reads every visible document of a board that matches a filter, for threads while PostgreSQL is unavailable. */
import type { PostSource } from '../../mappings/elasticsearch/document-post.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { archiveUnavailable } from '../../platform/postgres-errors.ts';
import { VISIBLE, type QueryContainer } from '../search/elasticsearch/clauses.ts';
import type { RequestContext } from '../limits/request-context.ts';
import { isPartial, searchTarget, sendSearch, type ElasticsearchContext } from '../search/elasticsearch/send-search.ts';

/** `max_result_window` of our indices. */
const PAGE = 1_000;

/** All visible documents of a board that match the filter, ordered as in a thread. @throws UnavailableError when some cannot be read */
export async function readDocuments(
  context: ElasticsearchContext,
  board: string,
  filter: QueryContainer,
  request: RequestContext,
): Promise<readonly PostSource[]> {
  const found: PostSource[] = [];
  let after: unknown[] | undefined;
  do {
    const response = await sendSearch(
      context,
      {
        ...searchTarget(context, [board]),
        query: { bool: { filter: [filter, VISIBLE] } },
        sort: [{ num: 'asc' }, { subnum: 'asc' }],
        size: PAGE,
        track_total_hits: false,
        ...(after !== undefined && { search_after: after as number[] }),
      },
      request,
    );
    if (isPartial(response)) throw archiveUnavailable();
    const { hits } = response.hits;
    if (hits.some(({ _source: source }) => source === undefined)) throw documentsMissing(board);
    found.push(...hits.map(({ _source: source }) => source as PostSource));
    after = hits.length < PAGE ? undefined : hits.at(-1)?.sort;
  } while (after !== undefined);
  return found;
}

/** The board's index does not contain documents. */
function documentsMissing(board: string): UnavailableError {
  const why = `The search index of /${board}/ holds no posts, so they cannot be read while the database is away.`;
  return new UnavailableError('archive', `${why} Try again in a moment.`);
}
