/** Tree → canonical text, the inverse of parse.ts. */
import { printExact } from '../../../mappings/search/fields.ts';
import { printNumber } from './number-range.ts';
import { printReference, parseQuotedReference } from './post-reference.ts';
import { QueryError } from './query-error.ts';
import { tokenize, type Item, type Token } from './tokenize.ts';
import { isLeaf, type Leaf, type Node, type Query } from './tree.ts';

/** The canonical text of a query. `parse` returns an equal query for it, except for positions; equal queries have equal texts. */
export function print(query: Pick<Query, 'root'> & Partial<Query>): string {
  const { root, sort = null, group = null } = query;
  return [
    ...(root === null ? [] : [printNode(root)]),
    ...(group === null ? [] : [`group:${group}`]),
    ...(sort === null ? [] : [`sort:${sort}`]),
  ].join(' ');
}

function printNode(node: Node): string {
  if (isLeaf(node)) return printLeaf(node);
  switch (node.kind) {
    case 'and':
      return node.children.map((child) => (child.kind === 'or' ? inParentheses(child) : printNode(child))).join(' ');
    case 'or':
      return node.children.map(printNode).join(' OR ');
    case 'not':
      return `-${node.child.kind === 'and' || node.child.kind === 'or' ? inParentheses(node.child) : unsigned(node.child)}`;
  }
}

function printLeaf(leaf: Leaf): string {
  switch (leaf.kind) {
    case 'text':
      return leaf.field === 'any' ? printText('', leaf) : printText(`${leaf.field}:`, leaf);
    case 'part':
      return printPart(leaf);
    case 'board':
      return `board:${printValues(
        'board',
        leaf.boards.map((board) => board.name),
      )}`;
    case 'is':
    case 'has':
      return `${leaf.kind}:${leaf.value}`;
    case 'time':
      return `${leaf.edge}:${leaf.moment.text}`;
    case 'exact':
      return `${leaf.field}:${printValues(
        leaf.field,
        leaf.values.map((value) => printExact(leaf.field, value)),
      )}`;
    case 'number':
      return `${leaf.field}:${printNumber(leaf)}`;
    case 'quote':
      return `${leaf.direction}:${printReference(leaf)}`;
  }
}

function inParentheses(node: Node): string {
  return `(${printNode(node)})`;
}

/** After a `-`, a word of dashes must be quoted. */
function unsigned(node: Node): string {
  const text = printNode(node);
  return text.startsWith('-') ? quote(text) : text;
}

function printText(
  field: string,
  { text, prefix, asWritten: isAsWritten }: Pick<Extract<Leaf, { kind: 'text' }>, 'text' | 'prefix' | 'asWritten'>,
): string {
  const asWritten = isAsWritten === true;
  const sign = asWritten ? '=' : '';
  const star = prefix ? '*' : '';
  return `${field}${sign}${isPlain(field, text, prefix, asWritten) ? text : quote(text)}${star}`;
}

function printPart({ field, text, atEnd }: Extract<Leaf, { kind: 'part' }>): string {
  const star = atEnd ? '' : '*';
  const [, token, ...more] = tokensOf(`(${field}:*${text}${star})`);
  const item = token?.kind === 'field' && more.length === 1 ? token.items[0] : null;
  const isWord = item !== null && item.text === text && item.star !== atEnd && !item.inQuotes && !text.includes('*');
  return `${field}:*${isWord ? text : quote(text)}${star}`;
}

/** Values as written after the colon. A lone `*` is quoted, since the parser refuses it otherwise. */
export function printValues(field: string, values: readonly string[]): string {
  const spell = (value: string) => (value !== '*' && isPlain(`${field}:`, value, false) ? value : quote(value));
  return values.map(spell).join(',');
}

/** Whether the text is parsed as this same word anywhere, also inside parentheses. */
function isPlain(field: string, text: string, star: boolean, asWritten = false): boolean {
  const [open, token, close, ...more] = tokensOf(`(${field}${asWritten ? '=' : ''}${text}${star ? '*' : ''})`);
  if (open?.kind !== 'open' || token === undefined || close?.kind !== 'close' || more.length > 0) return false;
  const isWord = (item: Item) =>
    item.text === text && item.star === star && item.asWritten === asWritten && !item.inQuotes;
  // `>>123` is a reference, not a word.
  if (token.kind === 'text') return field === '' && isWord(token) && parseQuotedReference(text) === null;
  return token.kind === 'field' && field !== '' && token.items.length === 1 && isWord(token.items[0]);
}

function tokensOf(text: string): readonly Token[] {
  try {
    return tokenize(text);
  } catch (error) {
    if (error instanceof QueryError) return [];
    throw error;
  }
}

function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
