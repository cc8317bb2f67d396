import { conjunctsOf } from '../../../server/search/language/build.ts';
import type { Leaf, Node } from '../../../server/search/language/tree.ts';
import type { FollowKind } from '../limits.ts';

/** Exact fields whose value names a series or a person. Those of other modules exist only with them. */
const BY_FIELD: Readonly<Record<string, FollowKind>> = {
  series: 'series',
  trip: 'person',
  id: 'person',
  identity: 'person',
  'full-name': 'person',
};

/** The kind of an item, from the tree of its query. Boards besides the condition do not change it. Pure. */
export function kindOf(root: Node | null): FollowKind {
  const conjuncts = conjunctsOf(root);
  const others = conjuncts.filter(({ kind }) => kind !== 'board');
  const [only] = others;
  if (only === undefined || others.length > 1) return 'search';
  if (isOneThread(only)) return isOnOneBoard(conjuncts) ? 'thread' : 'search';
  if (only.kind === 'text') return only.field === 'name' && !only.prefix ? 'person' : 'search';
  return only.kind === 'exact' ? (BY_FIELD[only.field] ?? 'search') : 'search';
}

function isOneThread(node: Node): boolean {
  return node.kind === 'number' && node.field === 'thread' && node.min !== null && node.min === node.max;
}

function isOnOneBoard(conjuncts: readonly Node[]): boolean {
  const boards = conjuncts.filter((node): node is Extract<Leaf, { kind: 'board' }> => node.kind === 'board');
  return boards.length === 1 && boards[0]?.boards.length === 1;
}
