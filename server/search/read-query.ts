/**
 * Reads a query: parses the text, charges the caller, then refuses unknown boards and identities. The charge comes first because
 * looking up a name is work too: a query with an unknown board costs as much as any other. Pages, facets, exports, feeds and
 * explanations all start here, so that they find the same posts. A caller that builds a tree without a text calls `chargeQuery` alone.
 */
import { chargeQuery } from '../limits/costs.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from './context.ts';
import { parse, type ParsedQuery } from './language/parse.ts';
import { leavesOf, type Query } from './language/tree.ts';
import { boardsNamed, isIdentityLeaf, refuseUnknownBoards, refuseUnknownIdentities } from './language/unknown-names.ts';

type NameContext = Pick<SearchContext, 'boards' | 'identities'>;

/** A parsed query with the order and grouping of its answer, and what was charged for it. */
export interface ChargedQuery extends ParsedQuery {
  /** The cost of the query on this route, which was charged. */
  readonly cost: number;
}

export interface QueryText {
  readonly q: string;
  /** Override `sort:` and `group:` in q; null: those of q. */
  readonly sort: Query['sort'];
  readonly group?: Query['group'];
  /** Order and grouping in q are ignored and not charged. */
  readonly isFilter?: true;
}

/** @throws QueryError; RefusedError when the caller has too little left */
export async function readQuery(
  context: NameContext,
  { q, sort, group = null, isFilter }: QueryText,
  request: RequestContext,
): Promise<ChargedQuery> {
  const { timings } = request;
  const parsed = await timings.measure('parse', () => parse(q));
  const answered =
    isFilter === true
      ? { ...parsed, sort: null, group: null }
      : { ...parsed, sort: sort ?? parsed.sort, group: group ?? parsed.group };
  const cost = await chargeQuery(answered, q, request);
  await timings.measure('plan', async () => refuseUnknownNames(context, parsed, q));
  return { ...answered, cost };
}

/** @throws QueryError board_unknown, identity_unknown */
async function refuseUnknownNames({ boards, identities }: NameContext, query: Query, q: string): Promise<void> {
  const named = boardsNamed(query, q);
  // `find` reloads the list for an unknown name, so that a board that was just added is found.
  for (const { name } of named) await boards.find(name);
  const known = named.length === 0 ? [] : (await boards.all()).map((board) => board.name);
  refuseUnknownBoards(query, q, known);
  const hasIdentities = [...leavesOf(query.root)].some((leaf) => isIdentityLeaf(leaf));
  if (hasIdentities) refuseUnknownIdentities(query, q, await identities.all());
}
