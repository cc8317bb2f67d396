import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { archiveAway } from '../../visibility/fallback-snapshot.ts';
import { ask, isPartial, whereToAsk, type Engine } from './send-search.ts';

/** The most that an index of ours hands over at once. */
const PAGE = 1_000;

/** Documents of a board by a filter, all of them, in the order of a thread. @throws UnavailableError when some cannot be read */
export async function readDocuments(
  engine: Engine,
  board: string,
  filter: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly PostSource[]> {
  const found: PostSource[] = [];
  let after: unknown[] | undefined;
  do {
    const answer = await ask(
      engine,
      {
        ...whereToAsk(engine, [board]),
        query: { bool: { filter: [filter, { term: { state: 'visible' } }] } },
        sort: [{ num: 'asc' }, { subnum: 'asc' }],
        size: PAGE,
        track_total_hits: false,
        ...(after !== undefined && { search_after: after as number[] }),
      },
      signal,
    );
    if (isPartial(answer)) throw archiveAway();
    const { hits } = answer.hits;
    found.push(...hits.map(({ _source: source }) => source as PostSource));
    after = hits.length < PAGE ? undefined : hits.at(-1)?.sort;
  } while (after !== undefined);
  return found;
}
