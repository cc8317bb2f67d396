import { parse } from '../../../../../server/search/language/parse.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import type { Node } from '../../../../../server/search/language/tree.ts';

/** The tree in short form: `[foo]`, `subject=[foo]`, `and([a] [b])`, `not([a])`. */
export function outline(text: string): string {
  const { root, sort, group } = parse(text);
  return [
    root === null ? '' : draw(root),
    ...(group === null ? [] : [`group=${group}`]),
    ...(sort === null ? [] : [`sort=${sort}`]),
  ].join(' ');
}

function draw(node: Node): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `${node.kind}(${node.children.map(draw).join(' ')})`;
    case 'not':
      return `not(${draw(node.child)})`;
    case 'text':
      return `${node.field === 'any' ? '' : `${node.field}=`}${node.asWritten === true ? '=' : ''}[${node.text}]${node.prefix ? '*' : ''}`;
    case 'part':
      return `${node.field}=*[${node.text}]${node.atEnd ? '' : '*'}`;
    case 'board':
      return `board=${node.boards.map((board) => board.name).join(',')}`;
    case 'is':
    case 'has':
      return `${node.kind}=${node.value}`;
    case 'time':
      return `${node.edge}=${node.moment.text}`;
    case 'exact':
      return `${node.field}=${node.values.map((value) => `[${value}]`).join(',')}`;
    case 'number':
      return `${node.field}=${node.min ?? ''}..${node.max ?? ''}`;
    case 'quote':
      return `${node.direction}=${node.board ?? ''}/${node.num}`;
  }
}

export function refusal(text: string): QueryError {
  const problem = problemOf(text);
  if (problem === null) throw new Error(`${text} was taken`);
  return problem;
}

/** null if it can be parsed. */
export function problemOf(text: string): QueryError | null {
  try {
    parse(text);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}
