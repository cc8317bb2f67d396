/**
 * What a search costs its caller, from what it asks for alone: a common word or two is 1, as any other request is. Measured
 * on a million posts: a prefix or a condition on threads takes Elasticsearch some four times a word's time, and an order
 * by relevance scores every match where an order by time stops early.
 */
import { leavesOf, type Leaf, type Query } from '../language/tree.ts';

/** Of a query on a route, in relation to a page of hits. */
const FACTORS: Readonly<Record<string, number>> = {
  '/api/v1/search/facets': 3,
  '/api/v1/search/timeline': 2,
  '/api/v1/search/export': 20,
};

const WORD = 0.5;
const OTHER = 0.25;
const PREFIX = 2;
const THREADS = 4;
const RELEVANCE = 2;

/** At least 1, and a whole number. `sort`: what the hits are sorted by, where that is not what the query says. */
export function costOf({ root, sort }: Query, route = ''): number {
  const leaves = [...leavesOf(root)].reduce((sum, leaf) => sum + costOfLeaf(leaf), 0);
  const scored = sort === 'relevance' ? RELEVANCE : 1;
  return Math.max(1, Math.round(leaves * scored * (FACTORS[route] ?? 1)), Math.round(FACTORS[route] ?? 1));
}

function costOfLeaf(leaf: Leaf): number {
  if (leaf.kind !== 'text') return OTHER;
  const words = leaf.text.split(/\s+/).length;
  const special = (leaf.prefix ? PREFIX : 1) * (leaf.field.startsWith('op.') ? THREADS : 1);
  return WORD * (1 + (words - 1) / 2) * special;
}
