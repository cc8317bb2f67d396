/**
 * The cost of a query, computed from its tree alone. One or two common words cost 1, as any request does. Measured on a
 * million posts: a prefix or a condition on opening posts takes Elasticsearch about four times as long as a word, and
 * sorting by relevance scores every match where sorting by time stops early. Grouping by thread takes at least four requests
 * where a page of posts takes one, and two of them visit every match.
 */
import type { SearchGroup } from '../../mappings/contract/search.ts';
import { sortOf } from '../../mappings/search/sorts.ts';
import type { RequestContext } from './request-context.ts';
import { isThreadTextLeaf } from '../search/plan/resolved-conditions.ts';
import { leavesOf, type Leaf, type Query } from '../search/language/tree.ts';

const WORD = 0.5;
const OTHER = 0.25;
const PREFIX = 2;
/** Thousands of posts may be read and compared. */
const AS_WRITTEN = 4;
const OPENING_POST = 4;
/** These orders visit every match, as an order by relevance does. */
const BY_OTHER_THAN_INDEX = 2;
const GROUPED: Readonly<Record<SearchGroup, number>> = { thread: 2 };

/** From this cost on, a query is more work than usual queries. */
export const COSTLY = 4;

/** The cost as a whole number, at least 1. `factor`: that of the route, relative to a page of hits. */
export function costOf({ root, sort, group }: Query, factor = 1): number {
  const leaves = [...leavesOf(root)].reduce((sum, leaf) => sum + costOfLeaf(leaf), 0);
  const isIndexOrder = sort === null || sortOf(sort).key === null;
  const sorting = isIndexOrder ? 1 : BY_OTHER_THAN_INDEX;
  const grouping = group === null ? 1 : GROUPED[group];
  return Math.max(1, Math.round(leaves * sorting * grouping * factor), Math.round(factor));
}

/**
 * Charges a query with the order and grouping of its answer, and returns its cost. A request is charged once for each `key`, so that
 * one answer may read a query several times; the key is the text, or anything else that differs between queries.
 * @throws RefusedError when the caller has too little left
 */
export async function chargeQuery(
  query: Query,
  key: string,
  { payer, costFactor, timings }: Pick<RequestContext, 'payer' | 'costFactor' | 'timings'>,
): Promise<number> {
  const cost = costOf(query, costFactor);
  await timings.measure('charge', async () => payer.chargeQuery(key, cost));
  return cost;
}

function costOfLeaf(leaf: Leaf): number {
  if (leaf.kind === 'part') return WORD * PREFIX;
  if (leaf.kind !== 'text') return OTHER;
  const words = leaf.text.split(/\s+/).length;
  const special =
    (leaf.prefix ? PREFIX : 1) *
    (leaf.asWritten === true ? AS_WRITTEN : 1) *
    (isThreadTextLeaf(leaf) ? OPENING_POST : 1);
  return WORD * (1 + (words - 1) / 2) * special;
}
