/**
 * A query as the fields of the advanced search form: each condition at the top of the tree goes to the field that can hold
 * it, the first per field; the rest stays text in `words`. `queryOfForm` in web/ is the inverse.
 * Used by server/http/routes/search/form.ts.
 */
import type { QueryForm } from '../../../mappings/contract/form.ts';
import { printExact } from './exact-value.ts';
import { print } from './print.ts';
import type { Leaf, Node, Query } from './tree.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Mutable<QueryForm>;

export function formOf({ root, sort, group }: Query): QueryForm {
  const form: Draft = {
    words: '',
    texts: { comment: '', subject: '', name: '', file: '', 'op.subject': '', 'op.comment': '' },
    values: { trip: '', id: '', identity: '', email: '', country: '', capcode: '', ext: '' },
    boards: [],
    after: '',
    before: '',
    posts: '',
    files: '',
    deleted: '',
    sort: sort ?? '',
    group: group ?? '',
  };
  const rest = conjunctsOf(root).filter((node) => !fillNode(form, node));
  form.words = print({ root: allOf(rest) });
  return form;
}

function conjunctsOf(root: Node | null): readonly Node[] {
  if (root === null) return [];
  return root.kind === 'and' ? root.children : [root];
}

function allOf(nodes: readonly Node[]): Node | null {
  const [first, ...more] = nodes;
  if (first === undefined) return null;
  return more.length === 0 ? first : { kind: 'and', children: nodes, span: first.span };
}

/** Puts the condition into a field of the form. false if no field can hold it. */
function fillNode(form: Draft, node: Node): boolean {
  if (node.kind === 'and' || node.kind === 'or') return false;
  if (node.kind !== 'not') return fillLeaf(form, node);
  const { child } = node;
  if (child.kind === 'has' && child.value === 'file' && form.files === '') form.files = 'without';
  else if (child.kind === 'is' && child.value === 'deleted' && form.deleted === '') form.deleted = 'without';
  else return false;
  return true;
}

function fillLeaf(form: Draft, leaf: Leaf): boolean {
  switch (leaf.kind) {
    case 'text':
      return !leaf.prefix && leaf.field !== 'any' && fill(form.texts, leaf.field, leaf.text);
    case 'exact': {
      const { field, values } = leaf;
      const [value] = values;
      if (value === undefined || values.length > 1 || !(field in form.values)) return false;
      return fill(form.values, field as keyof QueryForm['values'], printExact(field, value));
    }
    case 'board':
      if (form.boards.length > 0) return false;
      form.boards = leaf.boards.map((board) => board.name);
      return true;
    case 'time':
      return leaf.edge !== 'during' && fill(form, leaf.edge, leaf.moment.text);
    case 'is':
      if (leaf.value === 'deleted') return fill(form, 'deleted', 'only');
      return (leaf.value === 'op' || leaf.value === 'reply') && fill(form, 'posts', leaf.value);
    case 'has':
      return leaf.value === 'file' && fill(form, 'files', 'only');
    case 'number':
    case 'quote':
      return false;
  }
}

function fill<K extends string, V extends string>(fields: Record<K, V>, name: K, value: V): boolean {
  // A field of blanks counts as empty.
  if (fields[name] !== ('' as V) || value.trim() === '') return false;
  fields[name] = value;
  return true;
}
