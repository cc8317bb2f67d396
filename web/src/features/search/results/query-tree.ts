/** A query's tree, as an explanation has it, in words. */
export interface QueryPart {
  readonly words: string;
  readonly children: readonly QueryPart[];
}

type TreeNode = Readonly<Record<string, unknown>>;

const GROUPS: Readonly<Record<string, string>> = { and: 'All of', or: 'Any of', not: 'Not' };
const KINDS: Readonly<Record<string, string>> = {
  text: 'Words',
  board: 'Boards',
  is: 'Posts that are',
  has: 'Posts that have',
  time: 'Time',
  exact: 'Exactly',
  number: 'Number',
  quote: 'Quotes',
};

/** `q` is the text that the tree was read from: conditions are shown as they were written. */
export function partsOf(node: TreeNode, q: string): QueryPart {
  const kind = String(node['kind']);
  const group = GROUPS[kind];
  if (group === undefined) return { words: `${KINDS[kind] ?? kind}: ${writtenOf(node, q)}`, children: [] };
  const children = kind === 'not' ? [node['child']] : node['children'];
  return { words: group, children: (children as readonly TreeNode[]).map((child) => partsOf(child, q)) };
}

function writtenOf({ span }: TreeNode, q: string): string {
  const { start, end } = span as { readonly start: number; readonly end: number };
  return q.slice(start, end);
}
