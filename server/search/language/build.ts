/**
 * Builds nodes of the query tree that have no query text: choices of a facet, a bucket of the timeline, the parameters of other APIs.
 * The nodes are normal (tree.ts) if their arguments are.
 */
import type { ExactName, HasValue, IsValue, NumberName, TextName, TimeName } from '../../../mappings/search/fields.ts';
import type { Leaf, Node, Span } from './tree.ts';
import type { Moment } from './moment.ts';
import type { PostReference } from './post-reference.ts';

/** The span of nodes that have no place in a text. */
export const NOWHERE: Span = { start: 0, end: 0 };

/** A word or a phrase. `prefix`: the last word is only a beginning. */
export function words(field: TextName, value: string, prefix = false): Leaf {
  return { kind: 'text', field, text: value, prefix, span: NOWHERE };
}

export function boards(names: readonly string[]): Leaf {
  return { kind: 'board', boards: names.map((name) => ({ name, span: NOWHERE })), span: NOWHERE };
}

export function is(value: IsValue): Leaf {
  return { kind: 'is', value, span: NOWHERE };
}

export function has(value: HasValue): Leaf {
  return { kind: 'has', value, span: NOWHERE };
}

export function time(edge: TimeName, moment: Moment): Leaf {
  return { kind: 'time', edge, moment, span: NOWHERE };
}

/** `values`: as the index stores them. */
export function exact(field: ExactName, values: readonly string[]): Leaf {
  return { kind: 'exact', field, values, span: NOWHERE };
}

export function number(field: NumberName, value: number): Leaf {
  return { kind: 'number', field, min: value, max: value, span: NOWHERE };
}

export function quotes(reference: PostReference): Leaf {
  return { kind: 'quote', direction: 'quotes', ...reference, span: NOWHERE };
}

/** Two NOTs cancel out. */
export function not(child: Node): Node {
  return child.kind === 'not' ? child.child : { kind: 'not', child, span: NOWHERE };
}

/** null without nodes: everything matches. */
export function allOfNodes(nodes: readonly Node[]): Node | null {
  return combine('and', nodes);
}

/** null without nodes. */
export function anyOfNodes(nodes: readonly Node[]): Node | null {
  return combine('or', nodes);
}

/** Avoids an `and` of one node, and an `and` within an `and`; likewise `or`. */
export function combine(kind: 'and' | 'or', nodes: readonly Node[], span: Span = NOWHERE): Node | null {
  const children = nodes.flatMap((node) => (node.kind === kind ? node.children : [node]));
  return children.length > 1 ? { kind, children, span } : (children[0] ?? null);
}

/** The conditions at the top of the tree, each of which every hit meets. */
export function conjunctsOf(root: Node | null): readonly Node[] {
  if (root === null) return [];
  return root.kind === 'and' ? root.children : [root];
}
