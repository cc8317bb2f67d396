import type { estypes } from '@elastic/elasticsearch';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { POST_COLUMNS } from '../../../mappings/postgres/post-row.ts';
import { BENCH_BOARD } from '../load.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';
import { createRandom, word } from '../corpus.ts';
import type { World } from '../../support/world.ts';

const ROUNDS = 3;
const QUERIES_A_ROUND = 200;
const THREAD_READS_A_ROUND = 100;
const WARM_UP = 50;

/** A mix as readers write it: common words, rare ones, two words, one on a board. */
function queryWords(seed: number): string[] {
  const random = createRandom(seed);
  const at = (from: number, to: number) => word(from + Math.floor(random() * (to - from)));
  return Array.from({ length: QUERIES_A_ROUND }, (_, index) => {
    if (index % 4 === 0) return at(5, 50);
    if (index % 4 === 1) return at(2_000, 20_000);
    if (index % 4 === 2) return `${at(5, 100)} ${at(5, 100)}`;
    return `board:${BENCH_BOARD} ${at(50, 500)}`;
  });
}

/**
 * p50 of a page of 25 through our HTTP API, hydrated, against p50 of the same query sent to Elasticsearch directly. The
 * query is the one that the server itself builds, so both do the same work there.
 */
export async function measureSearch(
  world: World,
  serverUrl: string,
  compile: (q: string) => estypes.SearchRequest,
): Promise<Measure> {
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours: number[] = [];
    const direct: number[] = [];
    // In turn, query by query: a slow moment of the machine meets both.
    for (const [index, q] of [...queryWords(round + 1), ...queryWords(round + 101)].entries()) {
      const api = await timed(() => get(`${serverUrl}/api/v1/search?q=${encodeURIComponent(q)}`));
      const engine = await timed(() => world.elasticsearch.search(compile(q)));
      if (index < WARM_UP && round === 0) continue;
      ours.push(api);
      direct.push(engine);
    }
    rounds.push([median(ours), median(direct)]);
  }
  return toMeasure('search: API p50', rounds, { at: 'most', ratio: 1.5 }, 'ms', 'the same query to Elasticsearch');
}

/** A thread of about 300 posts through our HTTP API against the bare SQL that reads its rows, one at a time. */
export async function measureThread(world: World, boardId: number, serverUrl: string): Promise<Measure> {
  const found = await world.pool.query<{ thread: string; posts: string }>(
    `select thread, count(*) as posts from posts where board_id = $1 group by thread order by abs(count(*) - 300), thread limit 1`,
    [boardId],
  );
  const { thread, posts } = found.rows[0] ?? { thread: '0', posts: '0' };
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let read = 0; read < THREAD_READS_A_ROUND; read++) {
      ours.push(await timed(() => get(`${serverUrl}/api/v1/boards/${BENCH_BOARD}/threads/${thread}`)));
      bare.push(
        await timed(() =>
          world.pool.query(
            `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id
             where p.board_id = $1 and p.thread = $2 order by p.num, p.subnum`,
            [boardId, thread],
          ),
        ),
      );
    }
    rounds.push([median(ours), median(bare)]);
  }
  return toMeasure(
    `thread of ${posts} posts: API p50`,
    rounds,
    { at: 'most', ratio: 2 },
    'ms',
    'its bare SQL in the pg driver',
  );
}

/** As lean as what Elasticsearch and PostgreSQL are asked with: one connection kept open, the answer read as JSON. */
async function get(url: string): Promise<void> {
  const answer = await request(url);
  await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
}

export async function waitForServer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const ok = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`${url} did not get ready`);
}
