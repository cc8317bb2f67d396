/**
 * The values of a facet as conditions of the tree: which values a query selects, and the query with one value more or less.
 * Only conditions at the top of the tree count, since every hit meets them.
 */
import type { FacetField } from '../../../mappings/contract/facets.ts';
import { parseMoment, type Moment } from '../language/moment.ts';
import type { IsValue, Leaf, Node, Query, Span } from '../language/tree.ts';

/** Nodes made here have no place in a text. */
const NOWHERE: Span = { start: 0, end: 0 };

interface Choice {
  /** Whether several values can be selected at once, meaning any of them. */
  readonly many: boolean;
  /** The values that a node selects; null for any other condition. `or` nodes are handled by the caller. */
  read(node: Node): readonly string[] | null;
  /** One node per value, or one for all. */
  write(values: readonly string[]): readonly Node[];
}

const is = (value: IsValue): Leaf => ({ kind: 'is', value, span: NOWHERE });
const not = (child: Node): Node => ({ kind: 'not', child, span: NOWHERE });

function exact(field: Extract<Leaf, { kind: 'exact' }>['field']): Choice {
  return {
    many: true,
    read: (node) => (node.kind === 'exact' && node.field === field ? node.values : null),
    write: (values) => [{ kind: 'exact', field, values, span: NOWHERE }],
  };
}

function isYear(moment: Moment): boolean {
  return moment.kind === 'absolute' && moment.parts.length === 1;
}

/** ext:jpeg stands for both spellings, so they are one value. */
const JPEG = ['jpeg', 'jpg'];
const ext = exact('ext');
const file: Choice = {
  many: true,
  read(node) {
    const types = ext.read(node);
    return types?.includes('jpeg') === true ? types.filter((type) => type !== 'jpg') : types;
  },
  write: (types) =>
    ext.write(types.includes('jpeg') ? [...JPEG, ...types.filter((type) => !JPEG.includes(type))] : types),
};
export const NO_FILE = 'none';
const HAS_FILE: Leaf = { kind: 'has', value: 'file', span: NOWHERE };

const CHOICES: Readonly<Record<FacetField, Choice>> = {
  board: {
    many: true,
    read: (node) => (node.kind === 'board' ? node.boards.map((board) => board.name) : null),
    write: (values) => [{ kind: 'board', boards: values.map((name) => ({ name, span: NOWHERE })), span: NOWHERE }],
  },
  year: {
    many: true,
    read: (node) => (node.kind === 'time' && node.edge === 'during' && isYear(node.moment) ? [node.moment.text] : null),
    write: (values) =>
      values.flatMap((year) => {
        const moment = parseMoment(year);
        return moment === null ? [] : [{ kind: 'time', edge: 'during', moment, span: NOWHERE }];
      }),
  },
  file: {
    many: true,
    read: (node) =>
      node.kind === 'not' && node.child.kind === 'has' && node.child.value === 'file' ? [NO_FILE] : file.read(node),
    write(values) {
      const types = values.filter((value) => value !== NO_FILE);
      return [...(types.length > 0 ? file.write(types) : []), ...(values.includes(NO_FILE) ? [not(HAS_FILE)] : [])];
    },
  },
  country: exact('country'),
  capcode: exact('capcode'),
  kind: {
    many: false,
    read: (node) => (node.kind === 'is' && (node.value === 'op' || node.value === 'reply') ? [node.value] : null),
    write: ([value]) => [is(value === 'op' ? 'op' : 'reply')],
  },
  deleted: {
    many: false,
    read(node) {
      if (node.kind === 'is' && node.value === 'deleted') return ['yes'];
      return node.kind === 'not' && node.child.kind === 'is' && node.child.value === 'deleted' ? ['no'] : null;
    },
    write: ([value]) => [value === 'yes' ? is('deleted') : not(is('deleted'))],
  },
};

/** The values of this field that the query selects; null when it does not restrict the field. */
export function chosenOf(query: Query, field: FacetField): readonly string[] | null {
  return find(query, field)?.values ?? null;
}

/** The query without its condition on this field. */
export function withoutChoice(query: Query, field: FacetField): Query {
  return { ...query, root: allOf(replaced(query, field, [])) };
}

/** The query with this value selected, or unselected if it was selected. */
export function toggled(query: Query, field: FacetField, value: string): Query {
  const chosen = chosenOf(query, field) ?? [];
  const kept = CHOICES[field].many ? chosen : [];
  const values = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...kept, value];
  return { ...query, root: allOf(replaced(query, field, values)) };
}

/** The conditions of the query with these values for this field: in place of the field's condition, or at the end. */
function replaced(query: Query, field: FacetField, values: readonly string[]): readonly Node[] {
  const parts = conjunctsOf(query.root);
  const condition = values.length === 0 ? [] : [anyOf(CHOICES[field].write(values))];
  const found = find(query, field);
  return found === null ? [...parts, ...condition] : parts.toSpliced(found.place, 1, ...condition);
}

function find(query: Query, field: FacetField): { readonly place: number; readonly values: readonly string[] } | null {
  for (const [place, part] of conjunctsOf(query.root).entries()) {
    const values = valuesOf(part, CHOICES[field]);
    if (values !== null) return { place, values };
  }
  return null;
}

function valuesOf(node: Node, choice: Choice): readonly string[] | null {
  if (node.kind !== 'or') return choice.read(node);
  const values = node.children.map((child) => choice.read(child));
  return choice.many && values.every((some) => some !== null) ? [...new Set(values.flat())] : null;
}

export function conjunctsOf(root: Node | null): readonly Node[] {
  if (root === null) return [];
  return root.kind === 'and' ? root.children : [root];
}

export function allOf(parts: readonly Node[]): Node | null {
  return combined('and', parts);
}

function anyOf(parts: readonly Node[]): Node {
  const node = combined('or', parts);
  if (node === null) throw new TypeError('a condition needs at least one value');
  return node;
}

/** A normal tree: no `and` of one part, no `and` within an `and`; likewise `or`. */
function combined(kind: 'and' | 'or', nodes: readonly Node[]): Node | null {
  const children = nodes.flatMap((node) => (node.kind === kind ? node.children : [node]));
  return children.length > 1 ? { kind, children, span: NOWHERE } : (children[0] ?? null);
}
