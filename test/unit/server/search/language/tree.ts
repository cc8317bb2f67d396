import fc from 'fast-check';
import { parseMoment } from '../../../../../server/search/language/moment.ts';
import {
  fieldOf,
  FIELDS,
  HAS_VALUES,
  IS_VALUES,
  type ExactName,
  type Field,
  type FieldOf,
} from '../../../../../mappings/search/fields.ts';
import { lettersOf, partOf } from '../../../../../mappings/text-analysis/parts.ts';
import { MIN_PREFIX } from '../../../../../server/search/language/limits.ts';
import { SEARCH_SORTS } from '../../../../../mappings/search/sort-names.ts';
import type { Leaf, Node, Query, Span } from '../../../../../server/search/language/tree.ts';
import { MODULES } from '../../../../support/modules.ts';

/** A query without positions and tokens, for comparison. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span' && key !== 'tokens')
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
    '=a',
    '="a"',
    ':(',
    'f(x)',
    're:zero',
    'subject:',
    '>>123',
    '5"',
  ),
);

const points = [
  '2019',
  '2019-03',
  '2019-03-05',
  '2019-03-05T12',
  '2019-03-05T12:30',
  '2019-03-05T12:30:01.5Z',
  '2019-03-05T12:30+02:00',
  '7d',
  '24h',
  '2w',
  '6mo',
  '1y',
  'today',
  'yesterday',
];
const ranges = ['2019-03..2019-05', '2019..', '..2w', '30d..7d', '2019..today', 'yesterday..today'];

function moments(...written: readonly string[]) {
  return fc.constantFrom(...written).map((one) => parseMoment(one) ?? raise(one));
}

function raise(written: string): never {
  throw new Error(`${written} has no arbitrary, or is not a moment`);
}

const number = fc.oneof(
  fc.nat({ max: 3_000 }),
  fc.maxSafeNat(),
  fc.constantFrom(1000, 1024, 1_500_000, 5 * 1024 ** 2, 10 ** 9),
);

/** With one open end, or both ends in order. */
const between = fc.oneof(
  number.map((min) => ({ min, max: null })),
  number.map((max) => ({ min: null, max })),
  fc.tuple(number, number).map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) })),
);

/** Values in the index's form. */
const EXACT: Readonly<Partial<Record<ExactName, fc.Arbitrary<string>>>> = {
  trip: fc.stringMatching(/^!{1,2}[./0-9A-Za-z]{10}$/),
  email: fc.oneof(
    fc.constantFrom('sage', 'a,b', '"', '*', 'a*', 'mailto:x', 'OR', '(', '-a'),
    text.filter((value) => value.trim() !== '' && value !== '*'),
  ),
  id: fc.stringMatching(/^[+/0-9A-Za-z]{8}$/),
  identity: fc.oneof(
    fc.constantFrom('Ann Lee', 'ann', 'O’Brien', 'a,b', 'Bo "B" Ray', '*', 'x:y'),
    text.filter((value) => value.trim() !== '' && value !== '*'),
  ),
  country: fc.constantFrom('DE', 'US', 'XX', 'troll:nz', 'EU'),
  capcode: fc.constantFrom('M', 'A', 'D', 'G', 'F', 'V', 'X'),
  ext: fc.constantFrom('jpg', 'webm', 'tar.gz'),
  md5: bytes(16).map((hash) => hash.toString('base64')),
  sha256: bytes(32).map((hash) => hash.toString('hex')),
  domain: fc.constantFrom('example.org', 'xn--bcher-kva.example', '127.0.0.1', '[::1]'),
};

const OF_MODULES: Readonly<Record<string, fc.Arbitrary<string>>> = Object.assign(
  {},
  ...MODULES.map(({ fieldValues }) => fieldValues ?? {}),
);

function bytes(length: number): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array));
}

function namesOf<K extends Field['kind']>(kind: K): FieldOf<K>['name'][] {
  return FIELDS.filter((field) => field.kind === kind).map(({ name }) => name as FieldOf<K>['name']);
}

/** For a field without a parser of its own, whose values are any text. */
function plainValues(field: ExactName): fc.Arbitrary<string> {
  if (fieldOf('exact', field).read !== undefined) return raise(field);
  return text.filter((value) => value.trim() !== '' && value !== '*');
}

const exact = fc
  .constantFrom(...namesOf('exact'))
  .chain((field) =>
    fc
      .uniqueArray(EXACT[field] ?? OF_MODULES[field] ?? plainValues(field), { minLength: 1, maxLength: 3 })
      .map((values) => ({ kind: 'exact' as const, field, values, span })),
  );

const boardName = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,8}$/);

const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    kind: fc.constant('text'),
    field: fc.constantFrom('any', ...namesOf('text')),
    text,
    prefix: fc.constant(false),
    span: fc.constant(span),
  }),
  fc.record({
    kind: fc.constant('text'),
    field: fc.constantFrom('any', 'subject', 'op.comment'),
    text: fc
      .oneof(text, fc.constant(''))
      .chain((start) => fc.constantFrom('abc', 'été', '日本語', '2019').map((end) => start + end)),
    prefix: fc.constant(true),
    span: fc.constant(span),
  }),
  fc
    .record({
      kind: fc.constant('part' as const),
      field: fc.constantFrom('subject' as const, 'file' as const),
      text: fc
        .oneof(text, fc.constant(''))
        .chain((start) => fc.constantFrom('abc', 'été!', '日本語', 'a b c', 'xyz*').map((end) => start + end)),
      atEnd: fc.boolean(),
      span: fc.constant(span),
    })
    .filter((part) => lettersOf(partOf(part.text, part.atEnd)) >= MIN_PREFIX),
  fc.record({
    kind: fc.constant('text'),
    field: fc.constantFrom('any', 'comment', 'subject', 'name', 'file'),
    text,
    prefix: fc.constant(false),
    asWritten: fc.constant(true),
    span: fc.constant(span),
  }),
  fc.record({
    kind: fc.constant('board'),
    boards: fc
      .uniqueArray(boardName, { minLength: 1, maxLength: 3 })
      .map((names) => names.map((name) => ({ name, span }))),
    span: fc.constant(span),
  }),
  fc.record({ kind: fc.constant('is'), value: fc.constantFrom(...IS_VALUES), span: fc.constant(span) }),
  fc.record({ kind: fc.constant('has'), value: fc.constantFrom(...HAS_VALUES), span: fc.constant(span) }),
  fc.record({
    kind: fc.constant('time'),
    edge: fc.constantFrom(...namesOf('time')),
    moment: moments(...points),
    span: fc.constant(span),
  }),
  fc.record({
    kind: fc.constant('time'),
    edge: fc.constantFrom('during', 'modified'),
    moment: moments(...ranges),
    span: fc.constant(span),
  }),
  exact,
  fc
    .tuple(fc.constantFrom(...namesOf('number')), between)
    .map(([field, bounds]) => ({ kind: 'number' as const, field, ...bounds, span })),
  fc.record({
    kind: fc.constant('quote'),
    direction: fc.constantFrom('quotes', 'quoted-by'),
    board: fc.option(boardName),
    num: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    span: fc.constant(span),
  }),
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
  sort: fc.option(fc.constantFrom(...SEARCH_SORTS)),
  group: fc.option(fc.constant('thread')),
});

/** Queries that people, including attackers, type. */
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
        'is:op,ghost',
        'has:image',
        'has:',
        'trip:!a,b',
        'trip:*',
        'country:germany',
        'email:"a,b",c',
        'identity:"Ann Lee",bo',
        'md5:1B2M2Y8AsgTpgAmY7PhCfg',
        'md5:x',
        'domain:https://www.example.org/x',
        'width:>=1920',
        'size:1.5mb..2mib',
        'replies:5..1',
        'num:1,2',
        'thread:g/1',
        'length:<0',
        'posters:99999999999999999999',
        'quotes:g/1',
        'quoted-by:x',
        '>>>/g/5',
        'op.subject:foo',
        'kern*',
        '="Kern',
        '=Kern*',
        'subject:=x',
        'op.subject:="x"',
        '=',
        '==>',
        'k*',
        '"a kern"*',
        '*',
        'AND',
        'NOT',
        'baord:g',
        'width>5',
        'group:thread',
        'group:x',
        'during:2019..2020',
        'during:2020..2019',
        'after:2019..2020',
        'after:7days',
        'before:today',
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
