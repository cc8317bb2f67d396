/**
 * Compares the documents, indices and searches of this code with those of another checkout, such as one of an earlier mapping version
 * (`--against FOLDER`, with its packages installed). Both make documents of the same rows, and take turns. Figures are processor time,
 * which depends least on other work on the machine, except for searches.
 */
import { join } from 'node:path';
import type * as Documents from '../../../mappings/elasticsearch/post-document.ts';
import type * as Index from '../../../mappings/elasticsearch/post-index.ts';
import type * as Compiler from '../../../server/search/plan/compile.ts';
import type * as Parser from '../../../server/search/language/parse.ts';
import type * as Hits from '../../../server/search/execute/fetch-hits.ts';
import type * as Marks from '../../../server/search/marks/match-text.ts';
import type * as Analysis from '../../../mappings/text-analysis/analyze.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { documentVersion } from '../../../mappings/elasticsearch/version.ts';
import { FILLING_SETTINGS } from '../../../mappings/elasticsearch/post-index.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import type { Post } from '../../../mappings/post.ts';
import type { ShownTexts } from '../../../server/search/marks/match-text.ts';
import { capturedPosts } from '../../support/captured-posts.ts';
import type { World } from '../../support/world.ts';
import { askElasticsearch } from '../ask-elasticsearch.ts';
import { ONE_BOARD } from '../corpus.ts';
import { loadCorpus } from '../load.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';
import { processorTimeOf } from '../processor-time.ts';
import { PAGE, QUERY_CLASSES, sampleQueries, toLanguage, type BenchQuery } from '../query-classes.ts';
import { sendBodies } from '../raw-bulk.ts';
import { mergedBytes } from '../stored-bytes.ts';

export interface VersionsOptions {
  readonly posts: number;
  readonly rounds: number;
  /** Per class and round. */
  readonly queries: number;
  /** The other checkout. */
  readonly against: string;
  readonly say: (line: string) => void;
}

/** Limits of a mapping version against the one before it. */
const MOST = { bytes: 1.15, time: 1.2, search: 1.05 };
const BODY_BYTES = 5 * 1024 * 1024;
const MIN_MEASURED = 10_000;
const ROOT = join(import.meta.dirname, '../../..');

/** One of the two checkouts, with the texts of the posts of a corpus as it indexes them. */
interface Side {
  readonly name: string;
  readonly code: Code;
}

type Code = Awaited<ReturnType<typeof codeOf>>;

async function codeOf(folder: string) {
  const load = async (path: string): Promise<unknown> => import(join(folder, path));
  const [documents, index, compiled, parsed, hits, matching, analysis] = await Promise.all([
    load('mappings/elasticsearch/post-document.ts'),
    load('mappings/elasticsearch/post-index.ts'),
    load('server/search/plan/compile.ts'),
    load('server/search/language/parse.ts'),
    load('server/search/execute/fetch-hits.ts'),
    load('server/search/marks/match-text.ts'),
    load('mappings/text-analysis/analyze.ts'),
  ]);
  return {
    ...(documents as typeof Documents),
    ...(index as typeof Index),
    ...(compiled as typeof Compiler),
    ...(parsed as typeof Parser),
    ...(hits as typeof Hits),
    ...(matching as typeof Marks),
    ...(analysis as typeof Analysis),
  };
}

export async function measureMappingVersions(world: World, options: VersionsOptions): Promise<readonly Measure[]> {
  const { posts, say } = options;
  const sides: readonly [Side, Side] = [
    { name: 'ours', code: await codeOf(ROOT) },
    { name: 'other', code: await codeOf(options.against) },
  ];
  say(`loading ${posts} posts`);
  const [board] = await loadCorpus(world, ONE_BOARD, posts);
  if (board === undefined) throw new Error('the board was not made');
  const generated = await readPosts(world, board.id);
  const captured = capturedPosts();
  const measures = [...(await measureIndices(world, sides, 'generated posts', generated, options))];
  measures.push(...(await measureSearches(world, sides, generated, options)));
  if (captured.length > 0) measures.push(...(await measureIndices(world, sides, 'captured posts', captured, options)));
  return measures;
}

async function readPosts(world: World, boardId: number): Promise<readonly Post[]> {
  const { rows } = await world.pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id where p.board_id = $1 order by p.num`,
    [boardId],
  );
  return rows.map(toPost);
}

const aliasOf = (world: World, side: Side) => `${world.indexPrefix}${side.name}-posts`;

/** Each round builds both indices anew. The last ones stay for searches. */
async function measureIndices(
  world: World,
  sides: readonly [Side, Side],
  corpus: string,
  posts: readonly Post[],
  { rounds, say }: VersionsOptions,
): Promise<readonly Measure[]> {
  const built: Built[][] = [];
  // The first round compiles code.
  for (let turn = 0; turn <= rounds; turn++) {
    const found = new Map<Side, Built>();
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) found.set(side, await build(world, side, posts));
    const pair = sides.map((side) => found.get(side)).filter((one) => one !== undefined);
    say(`${corpus}: ${sides.map(({ name }, place) => `${name} ${JSON.stringify(pair[place])}`).join(' ')}`);
    if (turn > 0) built.push(pair);
  }
  const pairs = (value: (one: Built) => number) =>
    built.map(([ours, other]): [number, number] => [
      ours === undefined ? Number.NaN : value(ours) / posts.length,
      other === undefined ? Number.NaN : value(other) / posts.length,
    ]);
  const measure = (name: string, most: number | null, unit: string, value: (one: Built) => number) =>
    toMeasure(
      `mapping: ${name}, ${corpus}`,
      pairs(value),
      most === null ? null : { at: 'most', ratio: most },
      unit,
      'the other checkout',
    );
  const ofDocuments = [
    measure('bytes on disk per post', MOST.bytes, 'bytes', ({ bytes }) => bytes),
    measure('processor time per post, of documents alone', null, 'µs', ({ making }) => making),
  ];
  // Elasticsearch's time for fewer posts is too short to be measured.
  if (posts.length < MIN_MEASURED) return ofDocuments;
  return [
    measure(
      'processor time per post, documents and Elasticsearch',
      MOST.time,
      'µs',
      ({ making, indexing }) => making + indexing,
    ),
    ...ofDocuments,
    measure('… of Elasticsearch alone', null, 'µs', ({ indexing }) => indexing),
  ];
}

/** Microseconds of processor time, and bytes, of all posts. */
interface Built {
  readonly making: number;
  readonly indexing: number;
  readonly bytes: number;
}

async function build(world: World, side: Side, posts: readonly Post[]): Promise<Built> {
  const { elasticsearch } = world;
  const { code } = side;
  const index = `${aliasOf(world, side)}-1`;
  await elasticsearch.indices.delete({ index, ignore_unavailable: true });
  await elasticsearch.indices.create({
    index,
    settings: { index: { ...code.postIndexSettings({ replicas: 0 }), ...FILLING_SETTINGS } } as object,
    mappings: code.postMapping,
    aliases: { [aliasOf(world, side)]: {} },
  });
  const bodies: Buffer[] = [];
  const before = process.cpuUsage();
  let lines: string[] = [];
  let bytes = 0;
  for (const post of posts) {
    const action = {
      index: {
        _index: index,
        _id: code.documentId(post),
        version: documentVersion(1, post.rev),
        version_type: 'external',
      },
    };
    const line = `${JSON.stringify(action)}\n${JSON.stringify(code.toPostDocument(post, 1))}\n`;
    lines.push(line);
    bytes += line.length;
    if (bytes < BODY_BYTES) continue;
    bodies.push(Buffer.from(lines.join('')));
    [lines, bytes] = [[], 0];
  }
  bodies.push(Buffer.from(lines.join('')));
  const { user, system } = process.cpuUsage(before);
  const indexing = await processorTimeOf(world, async () => {
    await sendBodies(world, bodies);
    await elasticsearch.indices.refresh({ index });
  });
  return { making: user + system, indexing, bytes: await mergedBytes(world, index) };
}

/** A request for a page of hits, and its marks, which the server finds itself. */
async function measureSearches(
  world: World,
  sides: readonly [Side, Side],
  posts: readonly Post[],
  { rounds, queries }: VersionsOptions,
): Promise<readonly Measure[]> {
  const texts: Texts = new Map(
    posts.map(({ num, comment, subject }) => [
      num,
      { comment: commentPlainText(parseComment(comment ?? '').tokens), subject: subject ?? '', media_name: '' },
    ]),
  );
  const sampled = await sampleQueries(world.pool, posts.length, queries * (rounds + 1));
  const kinds = QUERY_CLASSES.filter((kind) => kind !== 'page 100' && kind !== 'highlight');
  const figures = kinds.flatMap((kind) =>
    Array.from({ length: rounds }, (_, turn) => ({ kind, turn, times: sides.map(() => new Times()) })),
  );
  for (let turn = 0; turn <= rounds; turn++) {
    for (const kind of kinds) {
      const own = sampled.filter((query) => query.kind === kind).slice(turn * queries, (turn + 1) * queries);
      const times = figures.find((one) => one.kind === kind && one.turn === turn - 1)?.times;
      for (const [place, query] of own.entries()) {
        for (const at of place % 2 === 0 ? [0, 1] : [1, 0]) {
          const side = sides[at];
          if (side !== undefined) await search(world, side, query, texts, times?.[at]);
        }
      }
    }
  }
  const measure = (name: string, most: number | null, unit: string, value: (times: Times) => number) => {
    const pairs = Array.from({ length: rounds }, (_, turn): [number, number] => {
      const ofTurn = figures.filter((one) => one.turn === turn);
      const mean = (at: number) =>
        ofTurn.reduce((sum, { times }) => sum + value(times[at] ?? new Times()), 0) / ofTurn.length;
      return [mean(0), mean(1)];
    });
    return toMeasure(
      `mapping: ${name}`,
      pairs,
      most === null ? null : { at: 'most', ratio: most },
      unit,
      'the other checkout',
    );
  };
  const single = kinds.map((kind) => {
    const pairs = figures
      .filter((one) => one.kind === kind)
      .map(({ times: [ours, other] }): [number, number] => [both(ours ?? new Times()), both(other ?? new Times())]);
    return toMeasure(`mapping: … ${kind}`, pairs, null, 'ms', 'the other checkout');
  });
  return [
    measure('search p50 with marks, mean of all kinds', MOST.search, 'ms', both),
    measure('… marks of a page alone', null, 'ms', ({ marked }) => median(marked)),
    ...single,
  ];
}

/** Texts of posts as they are shown, by num. */
type Texts = ReadonlyMap<number, ShownTexts>;

class Times {
  readonly asked: number[] = [];
  readonly marked: number[] = [];
}

function both({ asked, marked }: Times): number {
  return median(asked) + median(marked);
}

async function search(
  world: World,
  { name, code }: Side,
  query: BenchQuery,
  texts: Texts,
  times: Times | undefined,
): Promise<void> {
  const { root } = code.parse(toLanguage(query));
  let found: readonly { readonly sort: readonly number[] }[] = [];
  const asked = await timed(async () => {
    const body = code.hitPageBody(
      { indexPrefix: `${world.indexPrefix}${name}-`, timeoutMs: 5_000 },
      {
        search: code.compile(root, { sort: 'new', direction: 'forward', now: Date.now() }),
        after: null,
        size: PAGE + 1,
      },
    );
    const { index: _, ignore_unavailable: _ignore, allow_no_indices: _allow, ...rest } = body;
    const answer = await askElasticsearch(
      world.elasticsearchUrls[0] ?? '',
      `${aliasOf(world, { name, code })}/_search`,
      JSON.stringify(rest),
    );
    const read = (await answer.body.json()) as { hits: { hits: { sort: number[] }[] } };
    if (answer.statusCode !== 200) throw new Error(JSON.stringify(read));
    found = read.hits.hits;
  });
  const matcher = code.textMatcher(root);
  const marked = await timed(async () => {
    if (matcher === null) return;
    for (const {
      sort: [, num = 0],
    } of found.slice(0, PAGE)) {
      const shown = texts.get(num) ?? {};
      matcher((field) => code.analyze(shown[field] ?? '', field === 'media_name' ? 'post_file' : 'post_text'), shown);
    }
  });
  times?.asked.push(asked);
  times?.marked.push(marked);
}
