/** Finds the columns that the program's SQL reads. */
import { readFileSync, readdirSync } from 'node:fs';
import { parseSync } from 'vite';

const ROOT = new URL('../../', import.meta.url);
const ROOMS = ['cli', 'indexer', 'mappings', 'modules', 'platform', 'scraper', 'server', 'store'];
/** `*` names all columns, but reads none. */
const NOT_READERS = /^(mappings\/(contract\/|postgres\/content-tables\.ts)|modules\/\w+\/(contract|test)\/)/;

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** The strings of a source. Where templates name strings from above (`constants`), these are inserted. */
function textsIn(node: unknown, constants = new Map<string, string>()): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((child) => textsIn(child, constants));
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as { value: { cooked: string } }[];
    const inserted = (node['expressions'] as SyntaxNode[]).map((one) =>
      // Functions that return SQL take names of columns.
      one.type === 'CallExpression'
        ? textsIn(one['arguments'], constants).join(' ')
        : (constants.get(String(one['name'])) ?? ''),
    );
    const whole = quasis.map(({ value }, at) => `${value.cooked} ${inserted[at] ?? ''}`).join('');
    return [whole, ...textsIn(node['expressions'], constants)];
  }
  const texts = Object.values(node).flatMap((child) => textsIn(child, constants));
  const [text] = texts;
  if (node.type === 'VariableDeclarator' && text !== undefined) {
    constants.set(String((node['id'] as SyntaxNode)['name']), text);
  }
  return texts;
}

/** The statement without the columns that it only writes: lists after `insert into`, targets of `set`, and counters. */
export function withoutWrites(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/\binsert into\s+(\w+)(\s+as\s+\w+)?\s*\([^)]*\)/gi, 'insert into $1 ')
    .replaceAll(/\bexcluded\.\w+/gi, ' ')
    .replaceAll(/\bset\b(?=[^;]*=)(?:(?!\b(?:where|from|returning)\b)[^;])*/gi, (assignments) =>
      assignments.replaceAll(/(^set|,)\s*(\w+)\s*=(\s*\w+\.\2\s*\+\s*\d+)?/gi, '$1 '),
    );
}

const wordsOf = (text: string) => new Set(text.match(/\w+/g));

/** `table.column` of each column that a statement with the table's name reads. `tables`: columns by table. */
export function columnsReadIn(
  statements: readonly string[],
  tables: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  return new Set(
    statements.flatMap((sql) => {
      const named = wordsOf(sql);
      const read = wordsOf(withoutWrites(sql));
      return [...tables].flatMap(([table, columns]) =>
        named.has(table) ? columns.filter((column) => read.has(column)).map((column) => `${table}.${column}`) : [],
      );
    }),
  );
}

/** All strings of the program, among them its statements. */
export function programTexts(): readonly string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(new URL(`${room}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .map((path) => `${room}/${path}`)
      .filter((path) => path.endsWith('.ts') && !NOT_READERS.test(path))
      .flatMap((path) => textsIn(parseSync(path, readFileSync(new URL(path, ROOT), 'utf8')).program)),
  );
}
