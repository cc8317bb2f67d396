/**
 * From the text of a query to what Elasticsearch is asked: read → look up boards → resolve conditions that need a look
 * of their own → compile → leave out what is concealed. Pages, facets, exports, feeds and explanations all begin here, so
 * that they all speak of the same posts.
 */
import { costOf } from './query-cost.ts';
import { currentVisit } from '../../limits/request-context.ts';
import type { SearchSort } from '../../../mappings/contract/search.ts';
import { boardsOf, compile, type CompiledSearch, type CompileOptions, type QueryContainer } from './compile.ts';
import { leaveOut } from '../../visibility/pending-hides.ts';
import type { SearchHouse } from '../context.ts';
import { UTC } from '../language/moment.ts';
import { parse } from '../language/parse.ts';
import { leavesOf, type ParsedQuery, type Query } from '../language/tree.ts';
import { QueryError } from '../language/query-error.ts';
import { boardsNamed, refuseUnknownBoards } from '../language/unknown-boards.ts';
import { isIdentityLeaf, refuseUnknownIdentities } from '../language/unknown-identities.ts';
import { narrower, resolve, type Resolution } from './resolve.ts';
import { createSieve } from './sieve.ts';
import type { Zone } from '../language/zone.ts';

export interface SearchQuestion {
  readonly q: string;
  /** Before what `sort:` in q says; null: as q says, else new. */
  readonly sort: SearchSort | null;
  /** Milliseconds since 1970: what ages such as 7d count from. Left out: now. */
  readonly now?: number;
  readonly zone?: Zone;
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
  /** What was looked up for it, and whether all of it was found. */
  readonly resolution: Resolution;
}

/** @throws QueryError, condition_too_wide among them, UnavailableError */
export async function prepareSearch(house: SearchHouse, question: SearchQuestion): Promise<PreparedSearch> {
  const query = await readQuery(house, question.q);
  const now = question.now ?? house.clock().getTime();
  const { zone = UTC } = question;
  const order = { sort: 'new', direction: 'forward', now, zone } as const;
  const [plan, concealed] = await Promise.all([
    planSearch(house, query, order, question.signal),
    house.records.concealed(boardsOf(query.root)),
  ]);
  refuseWide(plan.resolution, house.listedThreads);
  const search = concealed.ids.length === 0 ? plan.search : leaveOut(plan.search, concealed);
  return {
    query,
    sort: question.sort ?? query.sort ?? 'new',
    now,
    boards: search.boards,
    filter: search.query,
    unnamed: concealed.unnamed,
    resolution: plan.resolution,
  };
}

/** Counting would take as long as listing all the threads. @throws QueryError condition_too_wide */
function refuseWide({ wide }: Resolution, most: number): void {
  const [leaf] = wide;
  if (leaf === undefined) return;
  const many = `More than ${most.toLocaleString('en')} threads have such an opening post`;
  const message = `${many}: their posts can be listed, and not counted. ${narrower(leaf)}`;
  throw new QueryError('condition_too_wide', message, { span: leaf.span });
}

export interface SearchPlan {
  readonly search: CompiledSearch;
  readonly resolution: Resolution;
}

/** Looks up what the query needs, and compiles it. What is concealed is still in it. @throws QueryError, UnavailableError */
export async function planSearch(
  house: SearchHouse,
  { root }: Pick<Query, 'root'>,
  order: Pick<CompileOptions, 'sort' | 'direction' | 'now' | 'zone'>,
  signal: AbortSignal,
): Promise<SearchPlan> {
  const resolution = await resolve(house, { root }, boardsOf(root), signal);
  const { resolved, wide, concealed } = resolution;
  const search = compile(root, { ...order, resolved });
  if (wide.length === 0) return { search, resolution };
  const sieve = createSieve(house, { root, order, wide, resolved, concealed });
  return { search: { ...search, sieve }, resolution };
}

/** @throws QueryError */
export async function readQuery(house: Pick<SearchHouse, 'boards' | 'identities'>, q: string): Promise<ParsedQuery> {
  const query = parse(q);
  await chargeFor(query, q);
  const named = boardsNamed(query, q);
  // Only a query that names a board needs them; each is looked up, so that a board added just now is known.
  for (const { name } of named) await house.boards.find(name);
  const known = named.length === 0 ? [] : (await house.boards.all()).map((board) => board.name);
  refuseUnknownBoards(query, q, known);
  const namesPeople = [...leavesOf(query.root)].some((leaf) => isIdentityLeaf(leaf));
  if (namesPeople) refuseUnknownIdentities(query, q, await house.identities.all());
  return query;
}

/** `q`: what tells this query from others of the same request. @throws RefusedError when the caller has spent all */
export async function chargeFor(query: Query, q: string): Promise<void> {
  const visit = currentVisit();
  if (visit === undefined || visit.paid.has(q)) return;
  visit.paid.add(q);
  const cost = costOf(query, visit.route);
  await visit.charge(cost);
  visit.cost = Math.max(visit.cost, cost);
}
