/**
 * From the text of a query to what Elasticsearch is asked: read → look up boards → resolve conditions that need a look
 * of their own → compile → leave out what is concealed. Pages, facets, exports, feeds and explanations all begin here, so
 * that they all speak of the same posts.
 */
import type { SearchSort } from '../contract/search.ts';
import { costOf } from '../admission/cost.ts';
import { currentVisit } from '../admission/visit.ts';
import { compile, type QueryContainer } from './compile.ts';
import { leaveOut } from './concealed.ts';
import type { SearchHouse } from './house.ts';
import { parse } from './language/parse.ts';
import { leavesOf, type Query } from './language/tree.ts';
import { refuseUnknownBoards } from './language/unknown-boards.ts';

export interface SearchQuestion {
  readonly q: string;
  /** Before what `sort:` in q says; null: as q says, else new. */
  readonly sort: SearchSort | null;
  /** Milliseconds since 1970: what ages such as 7d count from. Left out: now. */
  readonly now?: number;
  readonly signal: AbortSignal;
}

export interface PreparedSearch {
  readonly query: Query;
  readonly sort: SearchSort;
  readonly now: number;
  /** Boards whose aliases hold every possible hit; null means all boards. */
  readonly boards: readonly string[] | null;
  /** Which posts: for whatever counts or lists documents. It counts no scores, and leaves out what is concealed. */
  readonly filter: QueryContainer;
  /** Concealed posts beyond those that are left out by name: counts are at most this much too high. */
  readonly unnamed: number;
}

/** @throws QueryError, UnavailableError */
export async function prepareSearch(house: SearchHouse, question: SearchQuestion): Promise<PreparedSearch> {
  const query = await readQuery(house, question.q);
  const now = question.now ?? house.clock().getTime();
  const compiled = compile(query.root, { sort: 'new', direction: 'forward', now });
  const concealed = await house.records.concealed(compiled.boards);
  const search = concealed.ids.length === 0 ? compiled : leaveOut(compiled, concealed);
  return {
    query,
    sort: question.sort ?? query.sort ?? 'new',
    now,
    boards: search.boards,
    filter: search.query,
    unnamed: concealed.unnamed,
  };
}

/** @throws QueryError */
export async function readQuery(house: Pick<SearchHouse, 'boards'>, q: string): Promise<Query> {
  const query = parse(q);
  await charge(query, q);
  const named = [...leavesOf(query.root)].flatMap((leaf) => (leaf.kind === 'board' ? leaf.boards : []));
  // Only a query that names a board needs them; each is looked up, so that a board added just now is known.
  for (const { name } of named) await house.boards.find(name);
  const known = named.length === 0 ? [] : (await house.boards.all()).map((board) => board.name);
  refuseUnknownBoards(query, q, known);
  return query;
}

/** @throws RefusedError when the caller has spent all */
async function charge(query: Query, q: string): Promise<void> {
  const visit = currentVisit();
  if (visit === undefined || visit.paid.has(q)) return;
  visit.paid.add(q);
  await visit.charge(costOf(query, visit.route));
}
