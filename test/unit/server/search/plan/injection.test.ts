import { describe, expect, test } from 'vitest';
import { compile } from '../../../../../server/search/plan/compile.ts';
import { threadTextQuery } from '../../../../../server/search/plan/thread-query.ts';
import { FIELDS } from '../../../../../mappings/search/fields.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { QueryError } from '../../../../../server/search/language/query-error.ts';
import { leavesOf, type Node } from '../../../../../server/search/language/tree.ts';
import { lookupKey } from '../../../../../server/search/plan/lookup.ts';
import {
  isLookedUpLeaf,
  isThreadTextLeaf,
  threadTextKey,
  quoteKey,
  type ResolvedConditions,
} from '../../../../../server/search/plan/resolved-conditions.ts';
import { INJECTIONS } from '../../../../support/injections.ts';

const OPTIONS = { direction: 'forward', now: Date.parse('2024-03-31T12:00:00Z') } as const;
const SORTS = ['new', 'relevance'] as const;

const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

/** null if the language refuses it. */
function read(text: string): Node | null | undefined {
  try {
    return parse(text).root;
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

/** Names of all objects in it, at any depth: its structure without the values. */
function keysOf(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const item of value) keysOf(item, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      into.add(key);
      keysOf(inner, into);
    }
  }
  return into;
}

const ALIASES = [
  { index: 'posterid', values: ['s12'] },
  { index: 'tripcode', values: ['!Trip'] },
  { index: 'name.raw', values: ['Ann'] },
] as const;

/** Every condition on opening posts matches one thread. */
function resolvedFor(root: Node | null): ResolvedConditions {
  const leaves = [...leavesOf(root)];
  const quotes = leaves.filter((leaf) => leaf.kind === 'quote');
  return {
    threads: new Map(
      leaves.filter((leaf) => isThreadTextLeaf(leaf)).map((leaf) => [threadTextKey(leaf), new Map([['g', [1]]])]),
    ),
    quoted: new Map(quotes.map((leaf) => [quoteKey(leaf), [{ board: 'g', num: 1 }]])),
    terms: new Map(
      leaves
        .filter((leaf) => isLookedUpLeaf(leaf))
        .flatMap(({ field, values }) => values.map((name) => [lookupKey(field, name), ALIASES])),
    ),
    boards: ['g'],
  };
}

/** Includes the preceding lookups of opening posts. */
const compiled = (root: Node | null) => [
  ...SORTS.map((sort) => {
    const { query, sort: order } = compile(root, { ...OPTIONS, sort, resolved: resolvedFor(root) });
    return { query, order };
  }),
  ...[...leavesOf(root)].filter((leaf) => isThreadTextLeaf(leaf)).map((leaf) => ({ query: threadTextQuery(leaf) })),
];

/** Parts of honest queries: every field in its intended form, and every kind of group. */
const MEANT = [
  'heron',
  'grey heron',
  '"grey heron"',
  'her*',
  '"grey her"*',
  '日本語',
  '日本',
  '語',
  '!!!',
  '-heron',
  '(grey OR blue) -heron',
  ...FIELDS.filter(({ kind }) => kind !== 'sort' && kind !== 'group').flatMap(
    ({ kind, name, examples: [[example]], aliases }) => [
      example,
      `-${example}`,
      `${example} OR heron`,
      ...(kind === 'text' ? [`${name}:her*`, `${name}:"grey heron"`, `${name}:日本`, `${name}:"!!!"`] : []),
      ...aliases.map((alias) => example.replace(name, alias)),
    ],
  ),
];
const MEANT_KEYS = keysOf(MEANT.map((text) => compiled(read(text) ?? null)));

test('there are five hundred injected texts, and honest text is parsed', () => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(500);
  expect(MEANT.filter((text) => read(text) === undefined)).toEqual([]);
});

describe.each(FIELDS.filter(({ kind }) => kind === 'text' || kind === 'exact').map(({ name }) => name))(
  'in %s',
  (field) => {
    test('injected text stays in its field: it is one condition on it, or refused', () => {
      for (const text of INJECTIONS) {
        const root = read(`${field}:${quoted(text)}`);
        if (root === undefined || root === null) continue;
        const leaves = [...leavesOf(root)];
        expect(
          leaves.map((leaf) => ('field' in leaf ? leaf.field : leaf.kind)),
          text,
        ).toEqual([field]);
        for (const leaf of leaves) {
          for (const value of 'values' in leaf ? leaf.values : []) expect(typeof value, text).toBe('string');
        }
        for (const key of keysOf(compiled(root))) expect(MEANT_KEYS, `${key} of ${text}`).toContain(key);
      }
    });
  },
);

test('unquoted injected text stays in its field too, if the language accepts any of it', () => {
  let readable = 0;
  for (const text of INJECTIONS) {
    const root = read(text);
    if (root === undefined) continue;
    readable += 1;
    for (const key of keysOf(compiled(root))) expect(MEANT_KEYS, `${key} of ${text}`).toContain(key);
  }
  expect(readable).toBeGreaterThan(INJECTIONS.length / 2);
});

test('every query requires visible posts, regardless of its text', () => {
  for (const text of INJECTIONS) {
    const root = read(text);
    if (root === undefined) continue;
    const { query } = compile(root, { ...OPTIONS, sort: 'new', resolved: resolvedFor(root) });
    expect(query.bool?.filter, text).toContainEqual({ term: { state: 'visible' } });
  }
});
