/**
 * The values of a facet as conditions of the tree: which values a query selects, and the query with one value more or less.
 * Only conditions at the top of the tree count, since every hit meets them.
 */
import type { FacetField } from '../../../mappings/contract/facets.ts';
import { parseMoment, type Moment } from '../language/moment.ts';
import { allOfNodes, anyOfNodes, boards, conjunctsOf, exact, has, is, not, time } from '../language/build.ts';
import type { ExactName } from '../../../mappings/search/fields.ts';
import type { Node, Query } from '../language/tree.ts';

interface Choice {
  /** Whether several values can be selected at once, meaning any of them. */
  readonly many: boolean;
  /** The values that a node selects; null for any other condition. `or` nodes are handled by the caller. */
  read(node: Node): readonly string[] | null;
  /** One node per value, or one for all. */
  write(values: readonly string[]): readonly Node[];
}

function exactChoice(field: ExactName): Choice {
  return {
    many: true,
    read: (node) => (node.kind === 'exact' && node.field === field ? node.values : null),
    write: (values) => [exact(field, values)],
  };
}

function isYear(moment: Moment): boolean {
  return moment.kind === 'absolute' && moment.parts.length === 1;
}

/** ext:jpeg stands for both spellings, so they are one value. */
const JPEG = ['jpeg', 'jpg'];
const ext = exactChoice('ext');
const file: Choice = {
  many: true,
  read(node) {
    const types = ext.read(node);
    return types?.includes('jpeg') === true ? types.filter((type) => type !== 'jpg') : types;
  },
  write: (types) =>
    ext.write(types.includes('jpeg') ? [...JPEG, ...types.filter((type) => !JPEG.includes(type))] : types),
};
/** The value of the facet `file` for posts without a file. */
export const NO_FILE = 'none';

/**
 * What selects a value of each facet. Facets are named for readers and not after the fields of the language: `year` selects
 * by `during:`, `file` by `ext:` (the type of file; the field `file:` is the file's name) or `-has:file`, `kind` by `is:op`
 * and `is:reply`, `deleted` by `is:deleted`; the others by the field of the same name.
 */
const CHOICES: Readonly<Record<FacetField, Choice>> = {
  board: {
    many: true,
    read: (node) => (node.kind === 'board' ? node.boards.map((board) => board.name) : null),
    write: (values) => [boards(values)],
  },
  year: {
    many: true,
    read: (node) => (node.kind === 'time' && node.edge === 'during' && isYear(node.moment) ? [node.moment.text] : null),
    write: (values) =>
      values.flatMap((year) => {
        const moment = parseMoment(year);
        return moment === null ? [] : [time('during', moment)];
      }),
  },
  file: {
    many: true,
    read: (node) =>
      node.kind === 'not' && node.child.kind === 'has' && node.child.value === 'file' ? [NO_FILE] : file.read(node),
    write(values) {
      const types = values.filter((value) => value !== NO_FILE);
      return [...(types.length > 0 ? file.write(types) : []), ...(values.includes(NO_FILE) ? [not(has('file'))] : [])];
    },
  },
  country: exactChoice('country'),
  capcode: exactChoice('capcode'),
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
  return { ...query, root: allOfNodes(replaced(query, field, [])) };
}

/** The query with this value selected, or unselected if it was selected. */
export function toggled(query: Query, field: FacetField, value: string): Query {
  const chosen = chosenOf(query, field) ?? [];
  const kept = CHOICES[field].many ? chosen : [];
  const values = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...kept, value];
  return { ...query, root: allOfNodes(replaced(query, field, values)) };
}

/** The conditions of the query with these values for this field: in place of the field's condition, or at the end. */
function replaced(query: Query, field: FacetField, values: readonly string[]): readonly Node[] {
  const conjuncts = conjunctsOf(query.root);
  const condition = anyOfNodes(values.length === 0 ? [] : CHOICES[field].write(values));
  const found = find(query, field);
  const conditions = condition === null ? [] : [condition];
  return found === null ? [...conjuncts, ...conditions] : conjuncts.toSpliced(found.place, 1, ...conditions);
}

function find(query: Query, field: FacetField): { readonly place: number; readonly values: readonly string[] } | null {
  for (const [place, conjunct] of conjunctsOf(query.root).entries()) {
    const values = valuesOf(conjunct, CHOICES[field]);
    if (values !== null) return { place, values };
  }
  return null;
}

function valuesOf(node: Node, choice: Choice): readonly string[] | null {
  if (node.kind !== 'or') return choice.read(node);
  const values = node.children.map((child) => choice.read(child));
  return choice.many && values.every((some) => some !== null) ? [...new Set(values.flat())] : null;
}
