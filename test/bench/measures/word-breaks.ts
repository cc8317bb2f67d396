/**
 * Compares two ways to find words in scripts without spaces: pairs of clusters, as the index has them, and the words of `Intl.Segmenter`.
 * Both have an index in the same Elasticsearch.
 */
import { foldPlain, foldQuery, foldText } from '../../../mappings/text-analysis/fold.ts';
import { analyzeFolded } from '../../../mappings/text-analysis/analyze.ts';
import { unchanged } from '../../../mappings/text-analysis/rewrite.ts';
import {
  FILLING_SETTINGS,
  phraseAnalyzer,
  postIndexSettings,
  postMapping,
} from '../../../mappings/elasticsearch/post-index.ts';
import { WORD_PAIRS, type WordPair } from '../../fixtures/words/pairs.ts';
import type { World } from '../../support/world.ts';
import { createRandom, pick } from '../corpus/random.ts';
import { declarationIn, SCRIPTS, WITHOUT_SPACES, type Script } from '../corpus/declaration.ts';
import { processorTimeOf } from '../processor-time.ts';
import { median, percent, timed, toMeasure, type Measure } from '../measure.ts';
import { sendBodies } from '../raw-bulk.ts';
import { mergedBytes } from '../stored-bytes.ts';
import { OURS, segmentsOf } from '../segmenters.ts';
import { clustersOf, RUN, sampled, wordQueries } from '../word-queries.ts';
import { measureSegmenters } from './segmenter-versions.ts';

export interface WordBreaksOptions {
  readonly posts: number;
  readonly rounds: number;
  readonly queries: number;
  /** Paths of other versions of Node. */
  readonly nodes: readonly string[];
  readonly say: (line: string) => void;
}

interface Side {
  readonly name: string;
  readonly index: (text: string) => string;
  readonly ask: (text: string) => { readonly query: string; readonly analyzer: string };
}

function spaced(text: string): string {
  return foldPlain(text).replaceAll(RUN, (run) => segmentsOf(run).join(' '));
}

const SIDES: readonly [Side, Side] = [
  { name: 'pairs', index: foldText, ask: (text) => ({ query: foldQuery(text), analyzer: askedAs(text) }) },
  { name: 'segmenter', index: spaced, ask: (text) => ({ query: spaced(text), analyzer: 'post_text' }) },
];
const AGAINST = `Intl.Segmenter, ${OURS}`;

function askedAs(text: string): string {
  return phraseAnalyzer(foldQuery(text));
}

const indexOf = (world: World, side: Side, kind: string) => `${world.indexPrefix}${side.name}-${kind}`;

export async function measureWordBreaks(world: World, options: WordBreaksOptions): Promise<readonly Measure[]> {
  return [
    ...(await measureJudged(world, options)),
    ...(await measureDeclaration(world, options)),
    ...(await measureCost(world, options)),
    ...(await measureSegmenters(options)),
  ];
}

/** Fills an index of each side. The `_id` of a text is its place. */
async function fill(world: World, side: Side, kind: string, texts: readonly string[]): Promise<void> {
  const index = indexOf(world, side, kind);
  await world.elasticsearch.indices.delete({ index, ignore_unavailable: true });
  await world.elasticsearch.indices.create({
    index,
    settings: { index: { ...postIndexSettings({ replicas: 0 }), ...FILLING_SETTINGS } } as object,
    mappings: postMapping,
  });
  await sendBodies(world, bodiesOf(side, index, texts));
  await world.elasticsearch.indices.refresh({ index });
}

/** A document has the text as it is shown if the indexed one differs. */
function bodiesOf(side: Side, index: string, texts: readonly string[]): Buffer[] {
  const lines = texts.map((text, place) => {
    const comment = side.index(text);
    const document = {
      num: place,
      time_posted: place,
      tiebreak: place,
      comment,
      rest: comment === text ? {} : { text },
    };
    return `${JSON.stringify({ index: { _index: index, _id: place } })}\n${JSON.stringify(document)}\n`;
  });
  const bodies: Buffer[] = [];
  for (let at = 0; at < lines.length; at += 5_000) bodies.push(Buffer.from(lines.slice(at, at + 5_000).join('')));
  return bodies;
}

/** The places of the texts that each query finds. */
async function found(
  world: World,
  side: Side,
  kind: string,
  queries: readonly string[],
): Promise<readonly ReadonlySet<number>[]> {
  const sets: Set<number>[] = [];
  for (let at = 0; at < queries.length; at += 250) {
    const searches = queries
      .slice(at, at + 250)
      .flatMap((query) => [
        { index: indexOf(world, side, kind) },
        { query: { match_phrase: { comment: side.ask(query) } }, size: 1_000, _source: false },
      ]);
    const { responses } = await world.elasticsearch.msearch({ searches });
    for (const response of responses) {
      if (!('hits' in response)) throw new Error(JSON.stringify(response));
      sets.push(new Set(response.hits.hits.map(({ _id: id }) => Number(id))));
    }
  }
  return sets;
}

/** The judged pairs of test/fixtures/words. */
async function measureJudged(world: World, { say }: WordBreaksOptions): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const script of SCRIPTS) {
    const pairs = WORD_PAIRS.filter((pair) => pair.script === script);
    const texts = [...new Set(pairs.map(({ text }) => text))];
    const queries = pairs.map(({ query }) => query.replaceAll('"', ''));
    const wrong: WordPair[][] = [];
    for (const side of SIDES) {
      await fill(world, side, 'judged', texts);
      const sets = await found(world, side, 'judged', queries);
      const own = pairs.filter(({ text, isFound }, place) => sets[place]?.has(texts.indexOf(text)) !== isFound);
      for (const { query, text } of own) say(`${side.name}: ${query} in ${text}`);
      wrong.push(own);
    }
    for (const [isFound, name] of [
      [true, 'find'],
      [false, 'rightly find nothing'],
    ] as const) {
      const countOf = (list: readonly WordPair[]) => list.filter((pair) => pair.isFound === isFound).length;
      const [ours = Number.NaN, theirs = Number.NaN] = wrong.map((own) => 100 - percent(countOf(own), countOf(pairs)));
      measures.push(
        toMeasure(`word breaks: judged queries that ${name}, ${script}`, [[ours, theirs]], null, '%', AGAINST),
      );
    }
  }
  return measures;
}

interface Quality {
  readonly recall: number;
  readonly precision: number;
}

/** The segmenter judges: a query should find exactly the texts in which it is a word. This favours the segmenter. */
async function measureDeclaration(world: World, { queries: most }: WordBreaksOptions): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const script of WITHOUT_SPACES) {
    const texts = declarationIn(script).map(foldPlain);
    for (const side of SIDES) await fill(world, side, 'declaration', texts);
    for (const [count, label] of [
      [1, 'words'],
      [2, 'two words'],
      [3, 'three words'],
    ] as const) {
      const queries = sampled(wordQueries(texts, count), most * 5);
      const shares: Quality[] = [];
      for (const side of SIDES) {
        const sets = await found(
          world,
          side,
          'declaration',
          queries.map(({ text }) => text),
        );
        let [wanted, hits, both] = [0, 0, 0];
        for (const [place, { places }] of queries.entries()) {
          const set = sets[place] ?? new Set();
          wanted += places.size;
          hits += set.size;
          both += [...places].filter((one) => set.has(one)).length;
        }
        shares.push({ recall: percent(both, wanted), precision: percent(both, hits) });
      }
      const [ours, theirs] = shares;
      if (ours === undefined || theirs === undefined) continue;
      const measure = (name: string, value: (one: Quality) => number) =>
        toMeasure(`word breaks: ${name}, ${script}`, [[value(ours), value(theirs)]], null, '%', AGAINST);
      measures.push(
        measure(`texts found by ${label} of the segmenter`, ({ recall }) => recall),
        measure(`hits for ${label} that the segmenter cuts there`, ({ precision }) => precision),
      );
    }
  }
  return measures;
}

/** Posts of one to four sentences of a script. */
function postsIn(script: Script, count: number): readonly string[] {
  const random = createRandom(104);
  const sentences = declarationIn(script)
    .flatMap((text) => text.split(' '))
    .filter((text) => clustersOf(text) > 3);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + pick(random, 4) }, () => sentences[pick(random, sentences.length)]).join(' '),
  );
}

interface Cost {
  readonly making: number;
  readonly indexing: number;
  readonly bytes: number;
}

async function measureCost(
  world: World,
  { posts, rounds, queries, say }: WordBreaksOptions,
): Promise<readonly Measure[]> {
  const texts = WITHOUT_SPACES.flatMap((script) => postsIn(script, Math.ceil(posts / WITHOUT_SPACES.length)));
  const asked = WITHOUT_SPACES.flatMap((script) =>
    sampled(wordQueries(declarationIn(script).map(foldPlain), 1), queries),
  );
  const costs: (readonly [Cost, Cost])[] = [];
  const times: (readonly [number, number])[] = [];
  for (let turn = 0; turn <= rounds; turn++) {
    const own: [Cost, Cost] = [await build(world, SIDES[0], texts), await build(world, SIDES[1], texts)];
    const waited: [number[], number[]] = [[], []];
    for (const [place, { text }] of asked.entries()) {
      for (const at of place % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        waited[at].push(await ask(world, SIDES[at], text));
    }
    say(`word breaks: ${JSON.stringify(own)} ${median(waited[0])} ${median(waited[1])}`);
    // The first round compiles code.
    if (turn === 0) continue;
    costs.push(own);
    times.push([median(waited[0]), median(waited[1])]);
  }
  const terms = SIDES.map(
    ({ index }) =>
      texts.reduce((sum, text) => sum + analyzeFolded(unchanged(index(text)), 'post_text').length, 0) / texts.length,
  );
  const measure = (name: string, unit: string, value: (cost: Cost) => number) =>
    toMeasure(
      `word breaks: ${name}`,
      costs.map(([ours, theirs]) => [value(ours) / texts.length, value(theirs) / texts.length]),
      null,
      unit,
      AGAINST,
    );
  return [
    toMeasure(
      'word breaks: terms per post',
      [[terms[0] ?? Number.NaN, terms[1] ?? Number.NaN]],
      null,
      'terms',
      AGAINST,
    ),
    measure('bytes on disk per post', 'bytes', ({ bytes }) => bytes),
    measure('processor time per post, of the texts', 'µs', ({ making }) => making),
    measure('processor time per post, of Elasticsearch', 'µs', ({ indexing }) => indexing),
    measure('processor time per post, of both', 'µs', ({ making, indexing }) => making + indexing),
    toMeasure('word breaks: search p50 for a word', times, null, 'ms', AGAINST),
  ];
}

async function build(world: World, side: Side, texts: readonly string[]): Promise<Cost> {
  const index = indexOf(world, side, 'cost');
  await fill(world, side, 'cost', []);
  const before = process.cpuUsage();
  const bodies = bodiesOf(side, index, texts);
  const { user, system } = process.cpuUsage(before);
  const indexing = await processorTimeOf(world, async () => {
    await sendBodies(world, bodies);
    await world.elasticsearch.indices.refresh({ index });
  });
  return { making: user + system, indexing, bytes: await mergedBytes(world, index) };
}

/** The time of a search for the newest hits, with the analysis of its text. */
async function ask(world: World, side: Side, text: string): Promise<number> {
  return timed(async () =>
    world.elasticsearch.search({
      index: indexOf(world, side, 'cost'),
      query: { bool: { filter: [{ match_phrase: { comment: side.ask(text) } }] } },
      sort: [{ time_posted: 'desc' }, { num: 'desc' }, { tiebreak: 'desc' }],
      size: 25,
      _source: false,
      track_total_hits: false,
    }),
  );
}
