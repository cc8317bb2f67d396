import { QueryError } from './query-error.ts';
import { tokenize } from './tokenize.ts';
import type { Node, Query } from './tree.ts';

/** The canonical text of a query: `parse` makes an equal query of it, positions aside, and equal queries print equal. */
export function print(query: Query): string {
  const root = query.root === null ? [] : [printNode(query.root)];
  const sort = query.sort === null ? [] : [`sort:${query.sort}`];
  return [...root, ...sort].join(' ');
}

function printNode(node: Node): string {
  switch (node.kind) {
    case 'and':
      return node.children.map((child) => (child.kind === 'or' ? grouped(child) : printNode(child))).join(' ');
    case 'or':
      return node.children.map(printNode).join(' OR ');
    case 'not':
      return `-${node.child.kind === 'and' || node.child.kind === 'or' ? grouped(node.child) : unsigned(node.child)}`;
    case 'text':
      return node.field === 'any' ? printText(node.text) : `${node.field}:${printValue(node.text)}`;
    case 'board':
      return `board:${printValue(node.boards.map((board) => board.name).join(','))}`;
    case 'is':
      return `is:${node.value}`;
    case 'time':
      return `${node.edge}:${node.moment.text}`;
  }
}

function grouped(node: Node): string {
  return `(${printNode(node)})`;
}

/** After a `-`, a word of dashes would run together with it. */
function unsigned(node: Node): string {
  const text = printNode(node);
  return text.startsWith('-') ? quote(text) : text;
}

function printValue(text: string): string {
  return text.startsWith('(') ? quote(text) : printText(text);
}

function printText(text: string): string {
  return isPlainWord(text) ? text : quote(text);
}

/** Whether the tokenizer reads it as this very word wherever it stands, inside a group too. */
function isPlainWord(text: string): boolean {
  try {
    const tokens = tokenize(`(${text})`);
    return tokens.length === 3 && tokens[1]?.kind === 'text' && tokens[1].text === text;
  } catch (error) {
    if (error instanceof QueryError) return false;
    throw error;
  }
}

function quote(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
