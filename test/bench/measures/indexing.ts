import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { documentId, toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { documentVersion } from '../../../mappings/elasticsearch/version.ts';
import { BENCH_BOARD, markAllDirty } from '../load.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';

const ROUNDS = 3;
const BODY_BYTES = 5 * 1024 * 1024;
/** Two at once is the ceiling on a small machine: one is half of it, four is no more. */
const BODIES_IN_FLIGHT = 2;
const DRAIN_LIMIT_MS = 600_000;

/**
 * From dirty rows to a refreshed index, by one indexer process, against the raw ceiling: the same documents as
 * prebuilt bodies from memory to `_bulk`, into an index with the same settings, by one Node process.
 */
export async function measureIndexing(world: World, boardId: number, posts: number): Promise<Measure> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ceiling = await rawCeiling(world, boardId);
    const ours = await indexerRun(world, boardId);
    rounds.push([posts / (ours / 1000), posts / (ceiling / 1000)]);
  }
  return toMeasure(
    'indexer: dirty rows to refreshed index',
    rounds,
    { at: 'least', ratio: 0.5 },
    'posts/s',
    'raw _bulk of the same documents',
  );
}

async function rawCeiling(world: World, boardId: number): Promise<number> {
  const index = `${world.indexPrefix}raw`;
  const bodies = await prebuild(world, boardId, index);
  await world.elasticsearch.indices.create({
    index,
    settings: { index: postIndexSettings({ replicas: 0 }) } as object,
    mappings: postMapping,
  });
  const url = `${world.elasticsearchUrls[0]}/_bulk?filter_path=errors`;
  const waiting = bodies.values();
  const took = await timed(async () => {
    await Promise.all(
      Array.from({ length: BODIES_IN_FLIGHT }, async () => {
        for (const body of waiting) {
          const answer = await sendBulk(url, body);
          if (answer.errors) throw new Error('the raw bulk had errors');
        }
      }),
    );
    await world.elasticsearch.indices.refresh({ index });
  });
  await world.elasticsearch.indices.delete({ index });
  return took;
}

/** Without the client: nothing in Node could be faster. */
async function sendBulk(url: string, body: string): Promise<{ errors: boolean }> {
  const answer = await request(url, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body });
  return (await answer.body.json()) as { errors: boolean };
}

async function prebuild(world: World, boardId: number, index: string): Promise<string[]> {
  const rows = await world.pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id where p.board_id = $1 order by p.num`,
    [boardId],
  );
  const bodies: string[] = [];
  let lines: string[] = [];
  let bytes = 0;
  for (const row of rows.rows) {
    const post = toPost(row);
    const action = {
      index: { _index: index, _id: documentId(post), version: documentVersion(1, post.rev), version_type: 'external' },
    };
    const line = `${JSON.stringify(action)}\n${JSON.stringify(toPostDocument(post, boardId))}\n`;
    lines.push(line);
    bytes += line.length;
    if (bytes > BODY_BYTES) {
      bodies.push(lines.join(''));
      lines = [];
      bytes = 0;
    }
  }
  if (lines.length > 0) bodies.push(lines.join(''));
  return bodies;
}

async function indexerRun(world: World, boardId: number): Promise<number> {
  // Each round into a new index: the earlier one is taken out of the set and dropped.
  const old = await world.pool.query<{ name: string }>('delete from indices where board_id = $1 returning name', [
    boardId,
  ]);
  for (const { name } of old.rows) await world.elasticsearch.indices.delete({ index: name }, { ignore: [404] });
  const indexer = startProcess('indexer/main.ts', world);
  try {
    await until(async () => {
      const live = await world.pool.query('select 1 from indices where board_id = $1 and state = $2', [
        boardId,
        'live',
      ]);
      return live.rowCount !== 0;
    });
    return await timed(async () => {
      await markAllDirty(world.pool, boardId);
      await until(async () => (await world.pool.query('select 1 from dirty limit 1')).rowCount === 0);
      await world.elasticsearch.indices.refresh({ index: `${world.indexPrefix}posts-${BENCH_BOARD}` });
    });
  } finally {
    await stopProcess(indexer);
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + DRAIN_LIMIT_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the indexer did not get there');
    await sleep(25);
  }
}
