import { beforeAll, describe, expect, test } from 'vitest';
import { phraseAnalyzer, postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { foldFileName, foldQuery, foldText } from '../../../mappings/text-analysis/fold.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const index = () => `${world().indexPrefix}analysis`;

beforeAll(async () => {
  await world().elasticsearch.indices.create({
    index: index(),
    settings: postIndexSettings({ replicas: 0 }) as object,
    mappings: postMapping,
  });
});

/** Terms with their positions: "naive@0 cafe@1". */
async function analyse(analyzer: string, written: string): Promise<string> {
  const fold = analyzer === 'post_file' ? foldFileName : foldText;
  const text = fold(written);
  const { tokens } = await world().elasticsearch.indices.analyze({ index: index(), analyzer, text });
  return (tokens ?? []).map((token) => `${token.token}@${token.position}`).join(' ');
}

/** Returns whether the phrase finds a document with this text. */
const finds = async (text: string, phrase: string): Promise<boolean> => {
  const wanted = {
    match_phrase: { comment: { query: foldQuery(phrase), analyzer: phraseAnalyzer(foldQuery(phrase)) } },
  };
  const query = { bool: { must: wanted, filter: { ids: { values: [text] } } } };
  const { hits } = await world().elasticsearch.search({ index: index(), query });
  return hits.hits.length === 1;
};

/** Terms of an analysis that the request itself defines. */
const inline = async (request: object): Promise<string[]> => {
  const { tokens } = await world().elasticsearch.indices.analyze({ index: index(), ...request });
  return (tokens ?? []).map((token) => token.token);
};

/** Text → its indexed terms and, where they differ, the terms of a query for one run of CJK. */
const TEXTS: [text: string, indexed: string, asked?: string][] = [
  ['naïve café ÀÉ', 'naive@0 cafe@1 ae@2'],
  ['Straße œuvre Ångström ĳ', 'strasse@0 oeuvre@1 angstrom@2 ij@3'],
  ['cafe\u0301 na\u0308i\u0308ve', 'cafe@0 naive@1'],
  ['h\u0336\u0321e\u0335\u0322 co\u00adoperate', 'he@0 cooperate@1'],
  ['ПРИВЕТ Ελλάδα', 'привет@0 ελλαδα@1'],
  ['ＡＢＣ１２ ｗｗｗ', 'abc12@0 www@1'],
  ['ｶﾞｷﾞ', 'ガ@0 ガギ@0 ギ@1', 'ガギ@0'],
  ['カタカナ', 'カ@0 カタ@0 タ@1 タカ@1 カ@2 カナ@2 ナ@3', 'カタ@0 タカ@1 カナ@2'],
  ['ラーメン', 'ラ@0 ラー@0 ー@1 ーメ@1 メ@2 メン@2 ン@3', 'ラー@0 ーメ@1 メン@2'],
  ['東京都', '東@0 東京@0 京@1 京都@1 都@2', '東京@0 京都@1'],
  ['東', '東@0', '東@0'],
  ['人々', '人@0 々@1'],
  ['とある', 'と@0 とあ@0 あ@1 ある@1 る@2', 'とあ@0 ある@1'],
  ['東京toshi都', '東@0 東京@0 京@1 toshi@2 都@3', '東京@0 toshi@1 都@2'],
  ['日本語 OK', '日@0 日本@0 本@1 本語@1 語@2 ok@3', '日本@0 本語@1 ok@2'],
  ['東\n京', '東@0 京@1', '東@0 京@1'],
  ['한국어 서울', '한@0 한국@0 국@1 국어@1 어@2 서@3 서울@3 울@4', '한국@0 국어@1 서울@2'],
  ['I use c# and C++, not F#', 'i@0 use@1 csharp@2 and@3 cplusplus@4 not@5 fsharp@6'],
  ['C++17 C#7', 'cplusplus@0 17@1 csharp@2 7@3'],
  ['Ｃ＃ C＃', 'csharp@0 csharp@1'],
  ['とC#を', 'と@0 csharp@1 を@2', 'と@0 csharp@1 を@2'],
  ['/doc#intro abc++', 'doc@0 intro@1 abc@2'],
  ['anon-san', 'anon@0 san@1'],
  ['4chan x', '4chan@0 x@1'],
  ['>implying', 'implying@0'],
  ['>>12345678 >>>/g/12345 >>>/g/', '12345678@0 g@1 12345@2 g@3'],
  ['/g/ /pol/', 'g@0 pol@1'],
  ['someone@example.org', 'someone@0 example@1 org@2'],
  ['https://www.example.org/watch?v=aB3_x-1', 'https@0 www@1 example@2 org@3 watch@4 v@5 ab3@6 x@7 1@8'],
  ['image.png 1,000 3.14 v1.2.3', 'image@0 png@1 1,000@2 3.14@3 v1.2.3@4'],
  ["don’t can't", "don't@0 can't@1"],
  ['lol 😂👍🏽 ok', 'lol@0 ᵉ1f602@1 ᵉ1f44dᵉ1f3fd@2 ok@3 ᵉ@4 ᵉ1f44d@5'],
  ['a\u200bb d\ue000e', 'ab@0 d@1 e@2'],
  ['— … !!! ( ) *', ''],
  ['', ''],
];

describe('the texts of posts', () => {
  test.each(TEXTS)('%j is indexed as pinned terms', async (text: string, indexed: string) => {
    expect(await analyse('post_text', text)).toBe(indexed);
  });

  test.each(TEXTS)('%j is searched as pinned terms', async (text: string, indexed: string, asked?: string) => {
    expect(await analyse('post_text_search', text)).toBe(asked ?? indexed);
  });
});

describe('the names of files', () => {
  test.each([
    ['my_cat.final', 'my@0 cat@1 final@2'],
    ['IMG_2019-03-05', 'img@0 2019@1 03@2 05@3'],
    ['1551787201123', '1551787201123@0'],
    ['Ｃａｆé_c#_東京', 'cafe@0 csharp@1 東@2 東京@2 京@3'],
  ])('%j are indexed under pinned terms', async (name, terms) => {
    expect(await analyse('post_file', name)).toBe(terms);
  });
});

describe('a phrase', () => {
  const FOUND: readonly (readonly [text: string, phrase: string])[] = [
    ['きょうの東京は雨', '東京'],
    ['きょうの東京は雨', '東'],
    ['きょうの東京は雨', 'の東京は'],
    ['東京 ok です', '東京 ok'],
    ['ok 東京 ok', 'ok 東京 ok'],
    ['いい人々東京の', '人々東京'],
    ['한국어 서울 사람', '한국어 서울'],
    ['メーカー希望', 'メーカー'],
    ['ﾒｰｶｰ希望', 'メーカー'],
    ['learn C++17 today', 'learn c++'],
    ['see https://example.org/doc#intro', 'doc intro'],
    ['ask anon-san about it', 'anon-san'],
    ['ｓｏ  ＷＩＤＥ', 'so wide'],
  ];
  const MISSED: readonly (readonly [text: string, phrase: string])[] = [
    ['京東', '東京'],
    ['東 京', '東京'],
    ['東北と北京', '東京'],
    ['ok then, 東京', '東京 ok'],
    ['concerning # signs', 'c#'],
  ];

  beforeAll(async () => {
    const texts = new Set([...FOUND, ...MISSED].map(([text]) => text));
    const operations = [...texts].flatMap((text) => [
      { index: { _index: index(), _id: text } },
      { comment: foldText(text) },
    ]);
    const { errors } = await world().elasticsearch.bulk({ operations, refresh: true });
    expect(errors).toBe(false);
  });

  test.each(FOUND)('in %j finds %j', async (text, phrase) => {
    expect(await finds(text, phrase)).toBe(true);
  });

  test.each(MISSED)('in %j does not find %j', async (text, phrase) => {
    expect(await finds(text, phrase)).toBe(false);
  });

  test('is split into pairs throughout a run of CJK, at the ends of every range', async () => {
    const ends = '\u3041\u3096\u30A1\u30FA\u30FC\u3400\u4DB5\u4E00\u9FEF\uAC00\uD7A3';
    for (const character of ends) {
      const phrase = `東${character}東`;
      expect(phraseAnalyzer(phrase)).toBe('post_text_search');
      expect(await analyse('post_text_search', phrase)).toBe(`東${character}@0 ${character}東@1`);
    }
  });

  test.each(['東', '人々', '東京 ok', '東京ok', 'ﾒｰｶｰ', '', 'word'])(
    'like %j is searched as it was indexed',
    (phrase) => {
      expect(phraseAnalyzer(phrase)).toBe('post_text');
    },
  );
});

describe('the components that later mappings may use', () => {
  test('the mapping char filter reads its rules with arrows, blanks and escapes', async () => {
    const mappings = ['a => b', String.raw`\u0026=>and`, String.raw`\\=>\u0020`, 'x=>', '=>=>arrow'];
    const char_filter = [{ type: 'mapping', mappings }];
    expect(await inline({ tokenizer: 'keyword', char_filter, text: String.raw`a&c\dx=>` })).toEqual(['bandc darrow']);
  });

  test.each([['no arrow'], [String.raw`a=>\u12`], ['a=>\\']])('the mapping char filter refuses %j', async (rule) => {
    const char_filter = [{ type: 'mapping', mappings: [rule] }];
    await expect(inline({ tokenizer: 'keyword', char_filter, text: 'x' })).rejects.toThrow(/Cannot create|Invalid/);
  });

  test('whitespace splits only at blanks, keyword does not split, porter_stem finds the stem', async () => {
    expect(await inline({ tokenizer: 'whitespace', text: 'c# >>1 x-y' })).toEqual(['c#', '>>1', 'x-y']);
    expect(await inline({ tokenizer: 'keyword', text: 'c# >>1 x-y' })).toEqual(['c# >>1 x-y']);
    const filter = ['lowercase', 'porter_stem'];
    expect(await inline({ tokenizer: 'standard', filter, text: 'Searching archived threads' })).toEqual([
      'search',
      'archiv',
      'thread',
    ]);
  });

  test('cjk_bigram keeps ignored scripts whole, asciifolding can keep the original', async () => {
    const bigram = [{ type: 'cjk_bigram', ignored_scripts: ['hangul', 'katakana'] }];
    expect(await inline({ tokenizer: 'standard', filter: bigram, text: '東京 한국' })).toEqual(['東京', '한국']);
    const folding = [{ type: 'asciifolding', preserve_original: true }];
    expect(await inline({ tokenizer: 'standard', filter: folding, text: 'café' })).toEqual(['cafe', 'café']);
  });
});
