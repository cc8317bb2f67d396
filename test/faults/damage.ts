import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { boardAlias, indexName, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import { documentId, toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import type { Post } from '../../mappings/post.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import { changeSettings } from '../../store/boards/settings.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../support/builders.ts';
import { compareStores } from '../support/compare-stores.ts';
import { IS_FULL } from '../support/full-counts.ts';
import { openVerifier } from '../support/verifier.ts';
import type { World } from '../support/world.ts';
import {
  DAMAGES,
  UNSEEN_WITHOUT_DOCUMENTS,
  removeForeignIndices,
  type DamagedDocument,
  type Scene,
} from './damages.ts';

export interface DamageOptions {
  /** Number of damages. */
  readonly trials: number;
  /** Damages of each round; by default one, and in a third of the rounds two to four. */
  readonly atOnce?: number;
  readonly random: () => number;
  /** True if the indices store documents. In others some damages are invisible, and every verification with repair undoes them. */
  readonly hasDocuments?: boolean;
  /** Receives every post that was written, by the id of its document. */
  readonly journal?: Map<string, Post>;
}

export interface DamageReport {
  readonly damages: number;
  /**
   * One sentence per damage that was not found or not repaired, and per difference that was reported without a damage.
   */
  readonly failures: readonly string[];
  /** Number of damages of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
}

const POSTS = IS_FULL ? 600 : 210;
const SLICE = IS_FULL ? 400 : 140;
/** Every tenth num has no row. */
const hasRow = (num: number) => num % 10 !== 0;

/**
 * Damages a board's indices directly, round after round, while an indexer runs. Each verification must find exactly the
 * damage and repair it, and the next one must find nothing.
 */
export async function damageIndices(world: World, options: DamageOptions): Promise<DamageReport> {
  const { trials, random, journal, hasDocuments = true, atOnce } = options;
  const board = await insertBoard(world.pool, hasDocuments ? 'harmed' : 'harmed-ids', { sliceSize: SLICE });
  await changeSettings(world.pool, board, { 'index.documents': hasDocuments });
  const posts = drawPosts(random);
  await writePosts(world.pool, board, posts);
  for (const post of posts) journal?.set(documentId({ ...post, board: board.name }), post);
  await untilIndexed(world);
  const verifier = openVerifier(world, random);
  const failures: string[] = [];
  const kinds: Record<string, number> = {};
  let damages = 0;
  try {
    const clean = await verifier.verify(board, { repair: true });
    if (clean.found > 0) failures.push(`before any damage: ${JSON.stringify(clean.samples)}`);
    // Every kind once, then at random.
    const turns = Object.keys(DAMAGES);
    const draw = () => Math.floor(random() * Object.keys(DAMAGES).length);
    while (damages < trials) {
      const scene = await openScene(world, board, random);
      const harm = new Set<string>();
      const names: string[] = [];
      const drawn = random() < 0.33 ? 2 + Math.floor(random() * 3) : 1;
      for (let count = atOnce ?? drawn; count > 0; count--) {
        const name = turns.shift() ?? Object.keys(DAMAGES)[draw()] ?? '';
        names.push(name);
        kinds[name] = (kinds[name] ?? 0) + 1;
        damages++;
        const harmed = (await DAMAGES[name]?.(scene)) ?? [];
        if (hasDocuments || !UNSEEN_WITHOUT_DOCUMENTS.has(name)) for (const one of harmed) harm.add(one);
      }
      const found = await verifier.verify(board);
      const told = new Set(found.samples.map(({ index, id }) => (id === null ? index : `${index} ${id}`)));
      const say = (sentence: string) => failures.push(`after "${names.join('" and "')}": ${sentence}`);
      for (const harmed of harm) {
        if (!told.has(harmed) && !(await isRepairedByIndexer(world, board, harmed))) say(`${harmed} was not found`);
      }
      for (const one of told) if (!harm.has(one)) say(`${one} was found without cause`);
      const mended = await verifier.verify(board, { repair: true });
      if (mended.drift > 0) say(`drift ${mended.drift} is left: ${JSON.stringify(mended.samples)}`);
      const again = await verifier.verify(board);
      if (again.found > 0) say(`the next verification finds ${JSON.stringify(again.samples)}`);
      const { differences } = await compareStores(world);
      for (const difference of differences) say(difference);
      if (failures.length > 0) break;
    }
  } finally {
    await verifier.close();
    await removeForeignIndices(world);
  }
  return { damages, failures, kinds };
}

/**
 * Returns whether a live index has its two aliases, without filters. The running indexer looks at all indices every ten
 * seconds and may restore a lost alias before the verification looks.
 */
async function isRepairedByIndexer(world: World, board: TestBoard, harmed: string): Promise<boolean> {
  if (harmed.includes(' ')) return false;
  const { aliases = {} } = (await world.elasticsearch.indices.getAlias({ index: harmed }))[harmed] ?? {};
  const names = [boardAlias(world.indexPrefix, board.name), postsAlias(world.indexPrefix)];
  return names.every((name) => aliases[name] !== undefined && Object.keys(aliases[name]).length === 0);
}

function drawPosts(random: () => number): readonly Post[] {
  const posts: Post[] = [];
  for (let num = 1; num <= POSTS; num++) {
    if (!hasRow(num)) continue;
    const thread = num - ((num - 1) % 50);
    posts.push(
      aPost({
        num,
        thread,
        subject: `subject ${num}`,
        comment: `post ${num} says ${random()}`,
        timePosted: new Date(1.6e12 + num * 1000),
        hidden: random() < 0.1,
      }),
    );
    if (random() < 0.05) posts.push(aPost({ num, subnum: 1, thread, opener: false, subject: 'ghost', comment: 'boo' }));
  }
  return posts;
}

async function untilIndexed(world: World): Promise<void> {
  for (;;) {
    const { rowCount } = await world.pool.query('select 1 from dirty limit 1');
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The documents of the board's rows, by id. Not every index holds them. */
async function readSources(world: World, board: TestBoard): Promise<ReadonlyMap<string, DamagedDocument['source']>> {
  const { rows } = await world.pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id where p.board_id = $1`,
    [board.id],
  );
  const posts = rows.map(toPost);
  return new Map(
    posts.map((post) => [
      documentId(post),
      JSON.parse(JSON.stringify(toPostDocument(post, board.id))) as DamagedDocument['source'],
    ]),
  );
}

async function openScene(world: World, board: TestBoard, random: () => number): Promise<Scene> {
  const indices = [0, 1].map((slice) =>
    indexName(world.indexPrefix, { board: board.name, slice, build: 1, mappingVersion: MAPPING_VERSION }),
  );
  const documents: DamagedDocument[] = [];
  const sources = await readSources(world, board);
  for (const index of indices) {
    await world.elasticsearch.indices.refresh({ index });
    const { hits } = await world.elasticsearch.search({ index, size: 1_000, version: true, _source: false });
    for (const { _id: id = '', _version: version = 0 } of hits.hits) {
      const source = sources.get(id);
      if (source !== undefined && id.endsWith('.0')) documents.push({ index, id, version, source });
    }
  }
  const free = Array.from({ length: POSTS }, (_, place) => place + 1).filter((num) => !hasRow(num));
  const takeOne = <T>(list: T[], isFit: (one: T) => boolean): T => {
    const fit = list.filter(isFit);
    const one = fit[Math.floor(random() * fit.length)];
    if (one === undefined) throw new Error('there is nothing left to damage');
    list.splice(list.indexOf(one), 1);
    return one;
  };
  return {
    world,
    board: board.name,
    indices,
    random,
    pick: (index) => takeOne(documents, (document) => index === undefined || document.index === index),
    freeNum: (index) => takeOne(free, (num) => Math.floor(num / SLICE) === indices.indexOf(index)),
  };
}
