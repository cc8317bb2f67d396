import fc from 'fast-check';
import { parseMoment } from '../../../../../server/search/language/moment.ts';
import type { Leaf, Node, Query, Span } from '../../../../../server/search/language/tree.ts';

/** A tree without positions and ready to be compared. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span')
      .map(([key, inner]) => [key, bare(inner)]),
  );
}

const span: Span = { start: 0, end: 0 };

function signs(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(...Array.from(text));
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: signs('ab"\\-()|: ,“”OR日本😀'), maxLength: 8 }),
  fc.constantFrom(
    'OR',
    '|',
    '-',
    '--',
    '()',
    'board:g',
    'sort:new',
    ':(',
    'f(x)',
    're:zero',
    'subject:',
    '>>123',
    '5"',
  ),
);

const moment = fc
  .constantFrom(
    '2019',
    '2019-03',
    '2019-03-05',
    '2019-03-05T12:30',
    '2019-03-05T12:30:01.5Z',
    '7d',
    '24h',
    '2w',
    '6mo',
    '1y',
  )
  .map((written) => parseMoment(written) ?? raise(written));

function raise(written: string): never {
  throw new Error(`${written} is no moment`);
}

const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    kind: fc.constant('text'),
    field: fc.constantFrom('any', 'subject', 'comment'),
    text,
    span: fc.constant(span),
  }),
  fc.record({
    kind: fc.constant('board'),
    boards: fc
      .uniqueArray(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 3 })
      .map((names) => names.map((name) => ({ name, span }))),
    span: fc.constant(span),
  }),
  fc.record({ kind: fc.constant('is'), value: fc.constantFrom('op', 'reply'), span: fc.constant(span) }),
  fc.record({ kind: fc.constant('time'), edge: fc.constantFrom('after', 'before'), moment, span: fc.constant(span) }),
);

/** Normal trees: no `and` in an `and`, no `or` in an `or`, no `not` of a `not`. */
const { node } = fc.letrec<{ node: Node; and: Node; or: Node; not: Node; leaf: Leaf }>((tie) => ({
  leaf,
  and: children('and', fc.oneof(tie('leaf'), tie('or'), tie('not'))),
  or: children('or', fc.oneof(tie('leaf'), tie('and'), tie('not'))),
  not: fc.record({
    kind: fc.constant('not'),
    child: fc.oneof(tie('leaf'), tie('and'), tie('or')),
    span: fc.constant(span),
  }),
  node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('and'), tie('or'), tie('not')),
}));

function children(kind: 'and' | 'or', child: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  return fc.record({
    kind: fc.constant(kind),
    children: fc.array(child, { minLength: 2, maxLength: 3 }),
    span: fc.constant(span),
  });
}

export const queries: fc.Arbitrary<Query> = fc.record({
  root: fc.option(node),
  sort: fc.option(fc.constantFrom('new', 'old', 'relevance')),
});

/** What people, and people who mean harm, put into the box. */
export const written: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: signs(' ab"\\-()|:,“”„OR日本語😀\u0000\ud800'), maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'foo',
        'anon-san',
        'c#',
        '"',
        '"a b"',
        '-',
        '(',
        ')',
        'OR',
        '|',
        'board:g',
        'board:',
        'subject:x',
        'subject:"',
        'is:op',
        'is:x',
        'after:7d',
        'before:2019',
        'after:x',
        'sort:old',
        'sort:',
        '>>123',
        '/g/',
        'http://example.org/a?b=c',
        're:zero',
        '日本語',
        '()',
      ),
      { maxLength: 14 },
    )
    .chain((parts) => fc.constantFrom('', ' ', '  ').map((glue) => parts.join(glue))),
);
