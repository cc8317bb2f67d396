/** Compares the server's own analysis and marks with those of Elasticsearch. */
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { analyzeFolded, type Analyzer } from '../../../mappings/text-analysis/analyze.ts';
import { foldFileName, foldText } from '../../../mappings/text-analysis/fold.ts';
import { unchanged } from '../../../mappings/text-analysis/rewrite.ts';
import { parse } from '../../../server/search/language/parse.ts';
import { merged, textMatcher, type MarkedField } from '../../../server/search/marks/match-text.ts';
import { compile } from '../../../server/search/plan/compile.ts';
import type { TextRange } from '../../../server/search/plan/find-words.ts';
import { readCaptures } from '../../support/capture-report.ts';
import { countOf } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const index = () => `${world().indexPrefix}text-analysis`;
const MANY_TOKENS = { 'index.analyze.max_token_count': 100_000 };
const ANALYZERS: readonly Analyzer[] = ['post_text', 'post_text_search', 'post_file'];

beforeAll(async () => {
  await world().elasticsearch.indices.create({
    index: index(),
    settings: { ...postIndexSettings({ replicas: 0 }), ...MANY_TOKENS } as object,
    mappings: postMapping,
  });
});

/** Letters of every kind that the tokenizer treats specially, and the characters between them. */
const POOLS = [
  'abcDEF xyz',
  '0123456789 １２３٣٤',
  '_\'".,:;·’ \u202F＿',
  'cCfF#＃++ 17 intro',
  'カタカナーｶﾞﾊﾟｱｳﾞー',
  'ひらがなん゛゜う',
  '漢字日本語々〆𠀀',
  '한국어조선',
  'אבגש׳״\'"',
  'ไทยภาษาລາວမြ',
  'e\u0301a\u0308\u00AD\u200D\u200C\u0336',
  '😀👍🏽👩\u200D👩❤\uFE0F🇩🇪🇫#\uFE0F\u20E31\u20E3™ℹⓂ',
  'éüßæøİıŒﬁ①Ⅷ㌔½ªº',
  '𝒜𝟙ａｂｃＡＢ',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}',
  'عربي ،؟ हिन्दी தமிழ்',
  '\n\t -/()[]>+#＃+',
  'ΑΒΓαβγάΣς ῷᾳ',
  'АБВёйїѓ́ ЁЙ',
  'აბგᲐᲑ աբգԱԲև',
  'កម្ពុជា ភាសា',
  'မြန်မာ ဘာသာ',
  'བོད་ཡིག',
  'น้ำำ\u0E4D\u0E32้เแ ນ້ຳ',
  'क़ज़ँंिी ਖ਼ க்',
  '🅐🅰🄰🄐⒜ᴀʙꜱℝ',
  'aBcD camelCase',
  "l'dl’unall'aeo",
  '🤷🏽\u200D♀\uFE0F👩\u200D🚒👨\u200D👩\u200D👧🏴\u200D☠',
].map((pool) => Array.from(pool));

/** Random numbers from 0 to 1, the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  'red',
  'green',
  'blue',
  'anon-san',
  "can't",
  'C#',
  'c++',
  'Café',
  'cafe\u0301',
  'kernel',
  'kernels',
  'x86_64',
  '3.14',
  '日本',
  '日本語',
  '語',
  'カタカナ',
  '東京toshi',
  '한국어',
  '😀',
  'ไทย',
  '\n',
  '!!!',
];
const FIELDS = ['', '', '', 'subject:', 'comment:', 'file:'];

/** Queries of the words that the documents consist of. */
function generatedQueries(count: number): string[] {
  const next = numbersFrom(1978);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const word = () => oneOf(WORDS).trim() || 'red';
  const leaf = () => {
    const kind = next();
    if (kind < 0.5) return `${oneOf(FIELDS)}${word()}`;
    if (kind < 0.75) return `${oneOf(FIELDS)}"${word()} ${word()}"`;
    return `${oneOf(FIELDS)}${oneOf(['ker', 'kern', 'gree', 'caf'])}*`;
  };
  return Array.from({ length: count }, () => {
    const kind = next();
    if (kind < 0.4) return leaf();
    if (kind < 0.6) return `${leaf()} ${leaf()}`;
    if (kind < 0.8) return `${leaf()} OR (${leaf()} ${leaf()})`;
    return `${leaf()} -${leaf()}`;
  });
}

function generatedTexts(count: number): string[] {
  const next = numbersFrom(2011);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return Array.from({ length: count }, () => {
    let pool = oneOf(POOLS);
    let text = '';
    for (let length = 1 + Math.floor(next() * 60); length > 0; length--) {
      if (next() < 0.3) pool = oneOf(POOLS);
      text += next() < 0.03 ? String.fromCodePoint(1 + Math.floor(next() * 0xd7ff)) : oneOf(pool);
    }
    return text;
  });
}

interface Compared {
  readonly analyzer: Analyzer;
  readonly index: string;
  /** The text that the index receives. */
  readonly given: (text: string) => string;
}

const foldFor = (analyzer: Analyzer) => (analyzer === 'post_file' ? foldFileName : foldText);

/** Texts in one request are separated by lines, so that none continues another. */
async function differences(
  texts: readonly string[],
  { analyzer, index: name, given }: Compared,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let at = 0; at < texts.length; at += 500) {
    const text = texts
      .slice(at, at + 500)
      .map(given)
      .join('\n\u0001\u0001\n');
    const { tokens = [] } = await world().elasticsearch.indices.analyze({ index: name, analyzer, text });
    const theirs = tokens.map((token) => `${token.token}[${token.start_offset},${token.end_offset}]${token.position}`);
    const ours = analyzeFolded(unchanged(text), analyzer).map(
      (token) => `${token.term}[${token.start},${token.end}]${token.position}`,
    );
    const place = theirs.findIndex((token, order) => token !== ours[order]);
    if (place < 0 && theirs.length === ours.length) continue;
    const start = tokens[place]?.start_offset ?? text.length;
    found.push({ text: text.slice(start - 10, start + 30), theirs: theirs[place], ours: ours[place] });
  }
  return found;
}

/** Folded texts have the terms of Elasticsearch. */
async function allDifferences(texts: readonly string[], analyzer: Analyzer): Promise<readonly unknown[]> {
  return differences(texts, { analyzer, index: index(), given: foldFor(analyzer) });
}

test.each(ANALYZERS)('%s: texts of every script have the same tokens as in Elasticsearch', async (analyzer) => {
  const long = ['a'.repeat(300), `${'é'.repeat(254)}𝒜b`, 'カ'.repeat(600), `${'1'.repeat(255)}.5`];
  expect(await allDifferences([...long, ...generatedTexts(countOf(20_000))], analyzer)).toEqual([]);
});

const CAPTURES = process.env['SAGASU_CAPTURES'];

test.skipIf(CAPTURES === undefined || !existsSync(CAPTURES))(
  'captured posts have the same tokens as in Elasticsearch',
  async () => {
    const posts = readCaptures(CAPTURES ?? '').flatMap((line) => line.posts);
    const texts = posts.flatMap(({ fields: { comment, subject } }) => [
      commentPlainText(parseComment(comment ?? '').tokens),
      subject ?? '',
    ]);
    expect(texts.length).toBeGreaterThan(1_000);
    expect(await allDifferences(texts, 'post_text')).toEqual([]);
  },
);

const FIELD_NAMES = ['comment', 'subject', 'media_name'] as const;

const START = '\u0001';
const END = '\u0002';

/** Ranges between the two signs, in the text without them. */
function rangesOf(marked: string): TextRange[] {
  const ranges: TextRange[] = [];
  let length = 0;
  for (const [at, piece] of marked.replaceAll(END, START).split(START).entries()) {
    if (at % 2 === 1) ranges.push([length, length + piece.length]);
    length += piece.length;
  }
  return merged(ranges);
}

interface Document {
  readonly comment: string;
  readonly subject: string;
  readonly media_name: string;
}

function generatedDocuments(): readonly Document[] {
  const next = numbersFrom(7);
  const texts = () => Array.from({ length: 12 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ');
  return Array.from({ length: 40 }, () => ({ comment: texts(), subject: texts(), media_name: texts() }));
}

async function fill(name: string, documents: readonly Document[]): Promise<void> {
  const operations = documents.flatMap((document, at) => [
    { index: { _id: String(at) } },
    { ...document, state: 'visible' },
  ]);
  const { errors } = await world().elasticsearch.bulk({ index: name, operations, refresh: true });
  expect(errors).toBe(false);
}

interface MarkedHit {
  readonly id: string;
  readonly highlight: Readonly<Record<string, readonly string[]>>;
}

/** Queries of one request, which Elasticsearch answers within the client's time limit on a busy machine too. */
const AT_ONCE = 100;

/** The hits of each query, as the server compiles it, with the marks of Elasticsearch's own highlighter. */
async function ask(name: string, queries: readonly string[]): Promise<readonly (readonly MarkedHit[])[]> {
  const hits: (readonly MarkedHit[])[] = [];
  for (let at = 0; at < queries.length; at += AT_ONCE) {
    const asked = queries.slice(at, at + AT_ONCE);
    const { responses } = await world().elasticsearch.msearch({
      searches: asked.flatMap((text) => [
        { index: name },
        {
          query: compile(parse(text).root, { sort: 'new', direction: 'forward', now: 0 }).query,
          size: 100,
          highlight: {
            type: 'unified',
            number_of_fragments: 0,
            pre_tags: [START],
            post_tags: [END],
            fields: Object.fromEntries(FIELD_NAMES.map((field) => [field, {}])),
          },
        },
      ]),
    });
    for (const [place, response] of responses.entries()) {
      if (!('hits' in response)) throw new Error(`no answer for ${asked[place]}`);
      hits.push(response.hits.hits.map(({ _id: id, highlight = {} }) => ({ id: String(id), highlight })));
    }
  }
  return hits;
}

test('marks equal those of Elasticsearch’s own highlighter', async () => {
  const folded = generatedDocuments().map(({ comment, subject, media_name: name }) => ({
    comment: foldText(comment),
    subject: foldText(subject),
    media_name: foldFileName(name),
  }));
  await fill(index(), folded);
  const queries = generatedQueries(countOf(2_000));
  const answers = await ask(index(), queries);
  const different: unknown[] = [];
  let marked = 0;
  for (const [at, text] of queries.entries()) {
    const matcher = textMatcher(parse(text).root);
    for (const { id, highlight } of answers[at] ?? []) {
      const document = folded[Number(id)];
      const texts: Partial<Record<MarkedField, string>> = document ?? {};
      const found = matcher?.(
        (field) => analyzeFolded(unchanged(texts[field] ?? ''), field === 'media_name' ? 'post_file' : 'post_text'),
        texts,
      );
      for (const field of FIELD_NAMES) {
        const theirs = rangesOf(highlight[field]?.[0] ?? '');
        const ours = merged(found?.[field] ?? []);
        marked += ours.length;
        if (JSON.stringify(theirs) !== JSON.stringify(ours))
          different.push({ text, field, in: document?.[field], theirs, ours });
      }
    }
  }
  expect(different).toEqual([]);
  expect(marked).toBeGreaterThan(queries.length);
});
