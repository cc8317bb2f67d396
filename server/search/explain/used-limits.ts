import { costOf } from '../plan/query-cost.ts';
import type { UsedLimit } from '../../../mappings/contract/explain.ts';
import { MAX_QUERY_LENGTH } from '../../../mappings/contract/search.ts';
import { MAX_DEPTH, MAX_LEAVES, MAX_PREFIXES } from '../language/parse.ts';
import { leavesOf, weightOf, type Node, type Query } from '../language/tree.ts';

/** How far a query uses what it may. `cost` has no limit of its own: it is taken from what the caller may spend a minute. */
export function usedLimits(q: string, query: Query): readonly UsedLimit[] {
  const leaves = [...leavesOf(query.root)];
  return [
    { name: 'length', used: q.length, max: MAX_QUERY_LENGTH },
    { name: 'leaves', used: leaves.reduce((sum, leaf) => sum + weightOf(leaf), 0), max: MAX_LEAVES },
    { name: 'depth', used: query.root === null ? 0 : groupsIn(query.root), max: MAX_DEPTH },
    { name: 'prefixes', used: leaves.filter((leaf) => leaf.kind === 'text' && leaf.prefix).length, max: MAX_PREFIXES },
    { name: 'cost', used: costOf(query), max: null },
  ];
}

/** How deep groups go that the canonical text needs. */
function groupsIn(node: Node): number {
  if (node.kind === 'not') return node.child.kind === 'and' || node.child.kind === 'or' ? 1 + groupsIn(node.child) : 0;
  if (node.kind !== 'and' && node.kind !== 'or') return 0;
  // An AND within an OR needs no group: it binds more tightly.
  return Math.max(...node.children.map((child) => (child.kind === 'or' ? 1 : 0) + groupsIn(child)));
}
