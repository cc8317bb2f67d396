import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POST_SORT, postIndexSettings } from '../../../../../mappings/elasticsearch/post-index.ts';
import { compile, type CompileOptions } from '../../../../../server/search/plan/compile.ts';
import { MAX_TERMS } from '../../../../../server/search/plan/thread-query.ts';
import { parse } from '../../../../../server/search/language/parse.ts';
import { foldFileQuery, foldQuery } from '../../../../../mappings/text-analysis/fold.ts';
import { partOf } from '../../../../../mappings/text-analysis/parts.ts';
import { splitFileName } from '../../../../../server/search/plan/text-query.ts';
import { HAS_VALUES, IS_VALUES } from '../../../../../mappings/search/fields.ts';
import { leavesOf, type Leaf } from '../../../../../server/search/language/tree.ts';
import { documentId } from '../../../../../mappings/elasticsearch/post-document.ts';
import {
  isLookedUpLeaf,
  isThreadTextLeaf,
  NOTHING_RESOLVED,
  threadTextKey,
  quoteKey,
  type ResolvedConditions,
} from '../../../../../server/search/plan/resolved-conditions.ts';
import { lookupKey, type FoundTerms } from '../../../../../server/search/plan/lookup.ts';
import { queries } from '../language/tree.ts';
import { outline } from './query-outline.ts';

const NOW = Date.parse('2024-03-31T12:00:00Z');
const NEWEST: CompileOptions = { sort: 'new', direction: 'forward', now: NOW };

/** Results of the lookups: threads 1 and 2 of g, 7 of ck; links to post 5 and ck's 6. */
function resolvedFor(leaves: Iterable<Leaf>): ResolvedConditions {
  const all = [...leaves];
  return {
    threads: new Map(
      all
        .filter((leaf) => isThreadTextLeaf(leaf))
        .map((leaf) => [
          threadTextKey(leaf),
          new Map([
            ['g', [1, 2]],
            ['ck', [7]],
          ]),
        ]),
    ),
    quoted: new Map(all.flatMap((leaf) => (leaf.kind === 'quote' ? [[quoteKey(leaf), LINKED] as const] : []))),
    terms: new Map(
      all
        .filter((leaf) => isLookedUpLeaf(leaf))
        .flatMap(({ field, values }) => values.map((name) => [lookupKey(field, name), termsOf(name)] as const)),
    ),
    boards: ['g', 'ck'],
  };
}

/** Every identity has the same names. */
function termsOf(name: string): readonly FoundTerms[] {
  if (name === 'nobody') return [];
  return [
    { index: 'name.raw', values: [name] },
    { index: 'posterid', values: ['s12'] },
    { index: 'tripcode', values: ['!Trip'] },
    { index: 'tripcode', values: ['!!Other'] },
  ];
}

const LINKED = [
  { board: 'g', num: 5 },
  { board: 'ck', num: 6 },
];

function compiled(text: string, options: Partial<CompileOptions> = {}) {
  const { root } = parse(text);
  return compile(root, { ...NEWEST, resolved: resolvedFor(leavesOf(root)), ...options });
}

/** Query text, and the outline of its Elasticsearch query without the filter on visible posts. */
const ROWS: readonly (readonly [text: string, expected: string])[] = [
  ['', ''],
  ['foo anon-san "a phrase"', 'comment,subject:"foo" & comment,subject:"anon-san" & comment,subject:"a phrase"'],
  [
    'foo -bar -(baz qux)',
    'comment,subject:"foo" & -comment,subject:"bar" & -(comment,subject:"baz" & comment,subject:"qux")',
  ],
  ['file:*My-Paper* subject:*kern', 'media_name_parts:"my_paper"{own} & subject_parts:"kern_"{own}'],
  ['-file:*paper.JPG', '-(media_name_parts:"paper_"{own} & media_type=jpg,jpeg)'],
  ['exif:"Canon EOS" notice:ban*', 'exif:"Canon EOS" & notices:ban*'],
  ['has:exif', 'exists(exif)'],
  ['has:notice', 'exists(notices)'],
  ['a OR (b -c) OR board:g', '(comment,subject:"a" | (comment,subject:"b" & -comment,subject:"c") | board=g)'],
  ['board:g,ck board:ck,po subject:foo is:op', 'subject:"foo" & opener=true'],
  ['foo -board:g', 'comment,subject:"foo" & -board=g'],
  [
    'after:2019-03 before:7d -is:reply',
    'time_posted>=2019-03-01T00:00:00.000Z & time_posted<2024-03-24T12:00:00.000Z & -opener=false',
  ],
  [
    'during:2019-03-05 -during:2020',
    'time_posted>=2019-03-05T00:00:00.000Z & time_posted<2019-03-06T00:00:00.000Z & -time_posted>=2020-01-01T00:00:00.000Z & time_posted<2021-01-01T00:00:00.000Z',
  ],
  ['modified:2019', 'time_modified>=2019-01-01T00:00:00.000Z & time_modified<2020-01-01T00:00:00.000Z'],
  ['!!! foo -???', 'comment,subject:"foo"'],
  ['!!! (… OR foo)', 'comment,subject:"foo"'],
  ['!!!', 'nothing'],
  ['board:g !!!', 'nothing'],
  ['board:g -!!!', ''],
  ['-!!!', ''],
  ['="Foo bar" -=Baz', 'comment,subject:"Foo bar" & -nothing'],
  ['subject:foo comment:"a b" name:anon', 'subject:"foo" & comment:"a b" & name,name_folded:"anon"'],
  [
    'kern* anon-san* 東京都*',
    'comment,subject:kern* & comment,subject:"anon-san"* & comment,subject:"東京都"*{post_text_search}',
  ],
  ['subject:kern* file:cat* name:ano*', 'subject:kern* & media_name:"cat"*{own} & name,name_folded:ano*'],
  [
    'file:my_cat.jpg file:"a.b" file:photo.PNG',
    '(media_name:"my_cat"{own} & media_type=jpg,jpeg) & media_name:"a.b"{own} & (media_name:"photo"{own} & media_type=png)',
  ],
  [
    'op.subject:general -op.comment:foo',
    '((board=g & thread=1,2) | (board=ck & thread=7)) & -((board=g & thread=1,2) | (board=ck & thread=7))',
  ],
  ['foo OR op.subject:general', '(comment,subject:"foo" | ((board=g & thread=1,2) | (board=ck & thread=7)))'],
  ['op.subject:!!! foo', 'comment,subject:"foo"'],
  ['quotes:123 quotes:ck/5 >>7 quoted-by:9', 'quotes=g.123,ck.123 & quotes=ck.5 & quotes=g.7,ck.7 & ids(g.5.0,ck.6.0)'],
  ['-quoted-by:g/9', '-ids(g.5.0,ck.6.0)'],
  [
    'full-name:"Grey Heron",Ann trip:!abc email:sage id:Heaven country:de capcode:mod ext:png,gif domain:example.org',
    'name.raw=Grey Heron,Ann & tripcode=!abc & email=sage & posterid=Heaven & country=DE & capcode=M & media_type=png,gif & domains=example.org',
  ],
  ['md5:rL0Y20zC+Fzt72VPzMSk2A==', 'media_hash=rL0Y20zC+Fzt72VPzMSk2A=='],
  [
    'sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    'media_hash_src=2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  ],
  [
    'width:>=1920 height:<1080 size:1mb..2mb replies:5 images:..3 posters:>1 length:1..10',
    'media_dims_src_w>=1920 & media_dims_src_h<=1079 & media_size>=1000000 & media_size<=2000000 & replies=5 & images<=3 & posters>=2 & length>=1 & length<=10',
  ],
  [
    'subject.length:>100 num:5 thread:1..9 since4pass:2016',
    'subject_length>=101 & num=5 & thread>=1 & thread<=9 & since4pass=2016',
  ],
  ['width:>999999999999 size:>999999999999', 'nothing & media_size>=1000000000000'],
  ['is:op', 'opener=true'],
  ['is:reply', 'opener=false'],
  ['is:deleted', 'exists(time_deleted_post)'],
  ['is:file-deleted', 'exists(time_deleted_file)'],
  ['is:ghost', 'subnum>0'],
  ['is:sticky', 'sticky=true'],
  ['is:closed', 'closed=true'],
  ['is:archived', 'exists(time_archived)'],
  ['is:spoiler', 'spoiler=true'],
  ['has:file', '(exists(media_hash) | exists(media_type))'],
  ['has:image', 'media_type=jpg,jpeg,png,gif,webp,bmp,avif'],
  ['has:video', 'media_type=webm,mp4,ogv,mov'],
  ['has:subject', 'exists(subject)'],
  ['has:comment', 'length>0'],
  ['has:name', '(exists(name.raw) & (-name.raw=Anonymous))'],
  ['has:trip', 'exists(tripcode)'],
  ['has:email', 'exists(email)'],
  ['has:id', 'exists(posterid)'],
  ['has:country', 'exists(country)'],
  ['has:capcode', 'exists(capcode)'],
  ['has:link', 'exists(domains)'],
  ['has:quote', 'exists(quotes)'],
];

const byChange = (order: string) => ({ time_modified: { order, missing: 0, unmapped_type: 'date' } });

describe('a query for Elasticsearch', () => {
  test.each(ROWS)('%s', (text, expected) => {
    expect(outline(compiled(text).query)).toBe(['state=visible', expected].filter((part) => part !== '').join(' & '));
  });

  test('has an example above for every value of is: and has:', () => {
    const texts = [...IS_VALUES.map((value) => `is:${value}`), ...HAS_VALUES.map((value) => `has:${value}`)];
    expect(ROWS.map(([text]) => text)).toEqual(expect.arrayContaining(texts));
  });

  test.each([
    [
      'foo board:g is:op after:2019 -bar (a OR b)',
      '(state=visible & opener=true & time_posted>=2019-01-01T00:00:00.000Z & +comment,subject^4:"foo" tie 0.3 & +(comment,subject^4:"a" tie 0.3 | comment,subject^4:"b" tie 0.3) & -comment,subject^4:"bar" tie 0.3) * 1 + 0.5 + 0.1',
    ],
    [
      'custom kernel "built at home" -nvidia',
      '(state=visible & +comment,subject^4:"custom" tie 0.3 & +comment,subject^4:"kernel" tie 0.3 & +comment,subject^4:"built at home" tie 0.3 & -comment,subject^4:"nvidia" tie 0.3 & better if comment,subject^4:"custom kernel"^1~3 | comment,subject^4:"kernel built at home"^1~3) * 1 + 0.5 + 0.1',
    ],
    [
      'subject:a subject:b op.subject:c (d OR e)',
      '(state=visible & ((board=g & thread=1,2) | (board=ck & thread=7)) & +subject:"a"^4 & +subject:"b"^4 & +(comment,subject^4:"d" tie 0.3 | comment,subject^4:"e" tie 0.3) & better if subject:"a b"^1~3) * 1 + 0.5 + 0.1',
    ],
    ['is:op', '(state=visible & opener=true) * 1 + 0.5 + 0.1'],
  ])('sorted by relevance scores the words, neighbouring words and bonuses: %s', (text, expected) => {
    expect(outline(compiled(text, { sort: 'relevance' }).query)).toBe(expected);
  });

  test('multiplies the score by bonuses for freshness and opening posts when sorted by relevance', () => {
    expect(compiled('foo', { sort: 'relevance' }).query.function_score).toMatchObject({
      score_mode: 'sum',
      boost_mode: 'multiply',
      functions: [
        { weight: 1 },
        { weight: 0.5, exp: { time_posted: { origin: new Date(NOW).toISOString(), scale: '180d', decay: 0.5 } } },
        { weight: 0.1, filter: { term: { opener: true } } },
      ],
    });
  });

  test('names the conditions beside a comparison, so that hits report them', () => {
    expect(outline(compiled('a -(b =C)').query)).toBe(
      '(state=visible & comment,subject:"a" & -(comment,subject:"b" & nothing)) & better if (0: comment,subject:"b")',
    );
  });

  test('has no scoring clause for other orders', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const resolved = resolvedFor(leavesOf(query.root));
        const { query: dsl } = compile(query.root, { ...NEWEST, resolved });
        expect(JSON.stringify(dsl)).not.toMatch(/"must":|function_score|boost/);
      }),
    );
  });

  test('contains each name of an identity as a whole, in the field of its kind', () => {
    const ofAnn = [
      { terms: { 'name.raw': ['Ann Lee'] } },
      { terms: { posterid: ['s12'] } },
      { terms: { tripcode: ['!Trip', '!!Other'] } },
    ];
    const anyOfThem = { bool: { should: ofAnn, minimum_should_match: 1 } };
    expect(compiled('identity:"Ann Lee"').query.bool?.filter).toContainEqual(anyOfThem);
    expect(compiled('-identity:"Ann Lee"').query.bool?.must_not).toEqual([anyOfThem]);
    expect(compiled('identity:nobody').query.bool?.filter).toContainEqual({ match_none: {} });
  });

  test('for quotes without a board names each board of possible hits', () => {
    const { root } = parse('quotes:5');
    const clauses = (boards: readonly string[]) =>
      compile(root, { ...NEWEST, resolved: { ...NOTHING_RESOLVED, boards } }).query.bool?.filter;
    expect(clauses(['g', 'ck'])).toContainEqual({ terms: { quotes: ['g.5', 'ck.5'] } });
    expect(clauses([])).toContainEqual({ match_none: {} });
    expect(outline(compile(parse('quotes:g/5').root, NEWEST).query)).toBe('state=visible & quotes=g.5');
  });

  test.each(['op.subject:general', 'identity:ann', 'quotes:5', 'quoted-by:5'])(
    'cannot be built from %s without a lookup',
    (text) => {
      const { root } = parse(text);
      expect(() => compile(root, NEWEST)).toThrow(TypeError);
    },
  );

  test('lists many threads in portions that Elasticsearch accepts', () => {
    const { root } = parse('op.subject:general');
    const nums = Array.from({ length: 2 * MAX_TERMS + 1 }, (_, place) => place + 1);
    const resolved = { ...resolvedFor([]), threads: new Map([[threadTextKeyOf(root), new Map([['g', nums]])]]) };
    const portions: number[][] = [];
    walk(compile(root, { ...NEWEST, resolved }).query, (kind, body) => {
      if (kind === 'terms') portions.push(body['thread'] as number[]);
    });
    expect(portions.map(({ length }) => length)).toEqual([MAX_TERMS, MAX_TERMS, 1]);
    expect(portions.flat()).toEqual(nums);
  });

  test('newest first is the order of the index, and paging back reverses each order', () => {
    const index = postIndexSettings({ replicas: 0 }).sort;
    const byIndex = index.field.map((field, place) => ({ [field]: index.order[place] }));
    const reversed = POST_SORT.map((field) => ({ [field]: 'asc' }));
    expect(compiled('x').sort).toEqual(byIndex);
    expect(compiled('x', { direction: 'backward' }).sort).toEqual(reversed);
    expect(compiled('x', { sort: 'old' }).sort).toEqual(reversed);
    expect(compiled('x', { sort: 'old', direction: 'backward' }).sort).toEqual(byIndex);
    expect(compiled('x', { sort: 'relevance' }).sort).toEqual([{ _score: { order: 'desc' } }, ...byIndex]);
    expect(compiled('x', { sort: 'modified' }).sort).toEqual([byChange('desc'), ...byIndex]);
    expect(compiled('x', { sort: 'modified', direction: 'backward' }).sort).toEqual([byChange('asc'), ...reversed]);
    expect(compiled('x', { sort: 'relevance', direction: 'backward' }).sort).toEqual([
      { _score: { order: 'asc' } },
      ...reversed,
    ]);
  });

  test('selects the index by the single board of all hits; otherwise a board is a filter', () => {
    expect(compiled('board:g,ck foo').boards).toEqual(['g', 'ck']);
    expect(compiled('board:g board:ck').boards).toEqual([]);
    expect(compiled('-board:g').boards).toBeNull();
    expect(compiled('board:g OR foo').boards).toBeNull();
  });
});

const VALUE_FIELDS = [
  'tripcode',
  'email',
  'posterid',
  'country',
  'capcode',
  'media_type',
  'media_hash',
  'media_hash_src',
  'domains',
  'name.raw',
];
const MATCHES = ['match_phrase', 'match_bool_prefix', 'match_phrase_prefix'];
const MATCHED_FIELDS = [
  'comment',
  'exif',
  'notices',
  'subject',
  'subject_parts',
  'name',
  'media_name',
  'media_name_parts',
];
const ALIAS_FIELDS = ['posterid', 'tripcode', 'name.raw'];
const OWN_NAMES = /^(name\.raw|media_type|state|opener|sticky|closed|spoiler)$/;

describe('properties', () => {
  test('readers’ text reaches Elasticsearch only as the text of a match or a value', () => {
    fc.assert(
      fc.property(queries, fc.constantFrom('new', 'old', 'relevance'), (query, sort) => {
        const leaves = [...leavesOf(query.root)];
        const texts = leaves.flatMap((leaf) => (leaf.kind === 'text' ? [leaf.text] : []));
        const parts = leaves.flatMap((leaf) =>
          leaf.kind === 'part'
            ? [leaf.text, splitFileName(leaf.text).name].map((part) => partOf(part, leaf.atEnd))
            : [],
        );
        // Folded; adjacent words are queried together, and a file extension separately.
        const files = [...texts, ...texts.map((text) => text.replace(/\.[^.]*$/, ''))];
        const asked = new Set([
          ...[...texts, ...texts.flatMap((text) => texts.map((other) => `${text} ${other}`))].map(foldQuery),
          ...files.map(foldFileQuery),
          ...parts,
        ]);
        const boards = leaves.flatMap((leaf) => (leaf.kind === 'board' ? leaf.boards.map(({ name }) => name) : []));
        const values = new Set(leaves.flatMap((leaf) => (leaf.kind === 'exact' ? leaf.values : [])));
        const resolved = resolvedFor(leaves);
        const aliases = new Set([...resolved.terms.values()].flat().flatMap(({ values: some }) => some));
        const quotes = new Set(
          leaves.flatMap((leaf) =>
            leaf.kind === 'quote' ? [leaf.board, 'g', 'ck'].map((board) => `${board}.${leaf.num}`) : [],
          ),
        );
        const { query: dsl } = compile(query.root, { sort, direction: 'forward', now: NOW, resolved });
        walk(dsl, (kind, body) => {
          if (kind === 'multi_match') {
            expect(asked).toContain(body['query']);
            expect(String(body['fields'])).toMatch(/^(comment,subject(\^4)?|comment|subject|name,name_folded)$/);
          } else if (MATCHES.includes(kind)) {
            const [[field, match]] = Object.entries(body) as [[string, { query: string }]];
            expect(MATCHED_FIELDS).toContain(field);
            expect(asked).toContain(match.query);
          } else if (kind === 'terms' || kind === 'term') {
            const [[field, given]] = Object.entries(body) as [[string, unknown]];
            for (const value of Array.isArray(given) ? (given as unknown[]) : [given]) {
              if (field === 'board') expect([...boards, 'g', 'ck']).toContain(value);
              else if (field === 'quotes') expect(quotes).toContain(value);
              else if (VALUE_FIELDS.includes(field) && values.has(String(value))) continue;
              else if (ALIAS_FIELDS.includes(field) && aliases.has(String(value))) continue;
              else if (OWN_NAMES.test(field)) expect(String(value)).toMatch(/^[A-Za-z0-9]+$/);
              else expect(typeof value).toBe('number');
            }
          } else if (kind === 'range') {
            const [[field, bounds]] = Object.entries(body) as [[string, Record<string, unknown>]];
            for (const bound of Object.values(bounds)) {
              if (field.startsWith('time_')) expect(bound).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
              else expect(Number.isSafeInteger(bound)).toBe(true);
            }
          } else if (kind === 'ids') {
            expect(body['values']).toEqual(LINKED.map((post) => documentId({ ...post, subnum: 0 })));
          } else if (kind === 'exists') expect(String(body['field'])).toMatch(/^[a-z_]+(\.raw)?$/);
          else if (kind !== 'match_none') throw new Error(`${kind} is no query that the compiler makes`);
        });
      }),
      { numRuns: 1_000 },
    );
  }, 60_000);
});

function threadTextKeyOf(root: ReturnType<typeof parse>['root']): string {
  const [leaf] = leavesOf(root);
  return leaf !== undefined && isThreadTextLeaf(leaf) ? threadTextKey(leaf) : expect.unreachable();
}

/** Visits every leaf query. */
function walk(query: unknown, visit: (kind: string, body: Record<string, unknown>) => void): void {
  for (const [kind, body] of Object.entries(query as Record<string, Record<string, unknown>>)) {
    if (kind === 'function_score') walk(body['query'], visit);
    else if (kind === 'constant_score') walk(body['filter'], visit);
    else if (kind === 'dis_max') for (const one of body['queries'] as unknown[]) walk(one, visit);
    else if (kind !== 'bool') visit(kind, body);
    else
      for (const [clause, inner] of Object.entries(body))
        if (clause !== 'minimum_should_match' && clause !== '_name')
          for (const one of inner as unknown[]) walk(one, visit);
  }
}
