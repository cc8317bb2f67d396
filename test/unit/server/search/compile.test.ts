import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POST_SORT, postIndexSettings } from '../../../../mappings/elasticsearch/post-index.ts';
import { compile, type CompileOptions } from '../../../../server/search/compile.ts';
import { parse } from '../../../../server/search/language/parse.ts';
import { leavesOf } from '../../../../server/search/language/tree.ts';
import { queries } from './language/tree.ts';

const NOW = Date.parse('2024-03-31T12:00:00Z');
const NEWEST: CompileOptions = { sort: 'new', direction: 'forward', now: NOW };

function compiled(text: string, options: Partial<CompileOptions> = {}) {
  return compile(parse(text).root, { ...NEWEST, ...options });
}

describe('a query for Elasticsearch', () => {
  test.each([
    '',
    'foo anon-san "a phrase"',
    'foo -bar -(baz qux)',
    'a OR (b -c) OR board:g',
    'board:g,ck board:ck,po subject:foo is:op',
    'foo -board:g',
    'after:2019-03 before:7d -is:reply',
    '!!! foo -???',
    '!!! (… OR foo)',
    '!!!',
    'board:g !!!',
    'board:g -!!!',
    '-!!!',
  ])('%s', (text) => {
    const { boards, query } = compiled(text);
    expect({ boards, query }).toMatchSnapshot();
  });

  test('counts scores only where hits are sorted by them', () => {
    const { query } = compiled('foo board:g is:op after:2019 -bar (a OR b)', { sort: 'relevance' });
    expect(query).toMatchSnapshot();
  });

  test('newest first is the order of the index, and the walk back is the reverse of each order', () => {
    const index = postIndexSettings({ replicas: 0 }).sort;
    const byIndex = index.field.map((field, place) => ({ [field]: index.order[place] }));
    const reversed = POST_SORT.map((field) => ({ [field]: 'asc' }));
    expect(compiled('x').sort).toEqual(byIndex);
    expect(compiled('x', { direction: 'backward' }).sort).toEqual(reversed);
    expect(compiled('x', { sort: 'old' }).sort).toEqual(reversed);
    expect(compiled('x', { sort: 'old', direction: 'backward' }).sort).toEqual(byIndex);
    expect(compiled('x', { sort: 'relevance' }).sort).toEqual([{ _score: { order: 'desc' } }, ...byIndex]);
    expect(compiled('x', { sort: 'relevance', direction: 'backward' }).sort).toEqual([
      { _score: { order: 'asc' } },
      ...reversed,
    ]);
  });

  test('a board that all hits are on chooses the index; any other stays a filter', () => {
    expect(compiled('board:g,ck foo').boards).toEqual(['g', 'ck']);
    expect(compiled('board:g board:ck').boards).toEqual([]);
    expect(compiled('-board:g').boards).toBeNull();
    expect(compiled('board:g OR foo').boards).toBeNull();
  });

  test('marks the fields that words were looked for in, and nothing that must not be there', () => {
    expect(compiled('foo').highlight).toEqual(['comment', 'subject']);
    expect(compiled('subject:foo -bar').highlight).toEqual(['subject']);
    expect(compiled('board:g is:op').highlight).toEqual([]);
  });
});

describe('properties', () => {
  test('no text of the reader reaches Elasticsearch but as the text of a match, a board or a date', () => {
    fc.assert(
      fc.property(queries, fc.constantFrom('new', 'old', 'relevance'), (query, sort) => {
        const leaves = [...leavesOf(query.root)];
        const texts = new Set(leaves.flatMap((leaf) => (leaf.kind === 'text' ? [leaf.text] : [])));
        const boards = new Set(
          leaves.flatMap((leaf) => (leaf.kind === 'board' ? leaf.boards.map((board) => board.name) : [])),
        );
        const { query: dsl } = compile(query.root, { sort, direction: 'forward', now: NOW });
        walk(dsl, (kind, body) => {
          switch (kind) {
            case 'multi_match':
              expect(texts).toContain(body['query']);
              expect(Object.keys(body).toSorted()).toEqual(['analyzer', 'fields', 'query', 'type']);
              break;
            case 'match_phrase': {
              const [[field, match]] = Object.entries(body) as [[string, { query: string }]];
              expect(['comment', 'subject']).toContain(field);
              expect(texts).toContain(match.query);
              break;
            }
            case 'terms':
              for (const name of body['board'] as string[]) expect(boards).toContain(name);
              break;
            case 'term':
            case 'range':
            case 'match_none':
              break;
            default:
              throw new Error(`${kind} is no query that the compiler makes`);
          }
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Visits every query that is not a bool. */
function walk(query: unknown, visit: (kind: string, body: Record<string, unknown>) => void): void {
  for (const [kind, body] of Object.entries(query as Record<string, Record<string, unknown>>)) {
    if (kind !== 'bool') visit(kind, body);
    else
      for (const [clause, inner] of Object.entries(body))
        if (clause !== 'minimum_should_match') for (const one of inner as unknown[]) walk(one, visit);
  }
}
