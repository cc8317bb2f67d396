import { request } from 'undici';
import { POST_COLUMNS } from '../../../mappings/postgres/post-row.ts';
import { freePort } from '../../support/ports.ts';
import type { World } from '../../support/world.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';
import { withProcess } from '../with-process.ts';
import { threadOfAbout, waitForServer, type FoundThread } from './thread.ts';

const ROUNDS = 3;
const CONNECTIONS = 8;
const READS_PER_ROUND = 60;
const POSTS = 300;

interface Subject {
  readonly name: string;
  readonly url: string;
}

/**
 * A thread in the APIs of other sites. Three comparisons: an unchanged thread with a bare route that sends the same
 * bytes; a 304 with a bare 304; a thread that changes before every request with its rows in the pg driver.
 */
export async function measureCompat(world: World, serverUrl: string, seconds: number): Promise<readonly Measure[]> {
  const found = await threadOfAbout(world, POSTS);
  const { board, thread } = found;
  const subjects = [
    { name: 'FoolFuuka API', url: `${serverUrl}/_/api/chan/thread/?board=${board}&num=${thread}` },
    { name: '4chan API', url: `${serverUrl}/${board}/thread/${thread}.json` },
  ];
  const measures: Measure[] = [];
  for (const subject of subjects) {
    measures.push(...(await againstBareRoute(world, subject, seconds)), ...(await changed(world, subject, found)));
  }
  return measures;
}

async function againstBareRoute(world: World, { name, url }: Subject, seconds: number): Promise<readonly Measure[]> {
  const port = await freePort();
  const bareUrl = `http://127.0.0.1:${port}`;
  const settings = { SAGASU_PORT: String(port), BARE_SOURCE: url };
  return withProcess('test/bench/contenders/bare-route.ts', world, settings, async () => {
    await waitForServer(bareUrl);
    const kinds = [
      { what: 'unchanged thread', ours: {}, bare: {}, goal: 0.25 },
      { what: '304', ours: await known(url), bare: await known(bareUrl), goal: 0.1 },
    ];
    const measures: Measure[] = [];
    for (const { what, ours, bare, goal } of kinds) {
      const rounds: [number, number][] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const pair: [number, number] = [await rate(url, ours, seconds), await rate(bareUrl, bare, seconds)];
        // The first round warms up.
        if (round > 0) rounds.push(pair);
      }
      const against = 'a bare Fastify route';
      measures.push(toMeasure(`compat: ${what}, ${name}`, rounds, { at: 'least', ratio: goal }, '/s', against));
    }
    return measures;
  });
}

async function known(url: string): Promise<Record<string, string>> {
  const { headers, body } = await request(url);
  await body.dump();
  return { 'if-none-match': String(headers['etag']) };
}

/** Answers per second over keep-alive connections. */
async function rate(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const began = performance.now();
  let answers = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - began < seconds * 1000) {
        const { statusCode, body } = await request(url, { headers });
        await body.arrayBuffer();
        if (statusCode !== 200 && statusCode !== 304) throw new Error(`${url} answered ${statusCode}`);
        answers += 1;
      }
    }),
  );
  return (answers * 1000) / (performance.now() - began);
}

/** Every post changes before each request, so that the whole thread is read and printed again. */
async function changed(world: World, subject: Subject, found: FoundThread): Promise<readonly Measure[]> {
  const rates = await afterEachChange(world, subject, found);
  const goal = { at: 'least', ratio: 0.25 } as const;
  return [toMeasure(`compat: uncached thread, ${subject.name}`, rates, goal, '/s', 'its rows in the pg driver')];
}

/** By round: answers per second of ours and of the rows only. */
async function afterEachChange(
  world: World,
  { url }: Subject,
  found: FoundThread,
): Promise<readonly [number, number][]> {
  const rates: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let read = 0; read < READS_PER_ROUND; read++) {
      await world.pool.query(CHANGE_POSTS, [found.boardId, found.thread]);
      ours.push(await timed(async () => (await request(url)).body.arrayBuffer()));
      bare.push(await timed(async () => rowsOf(world, found)));
    }
    // The first round warms up.
    if (round === 0) continue;
    rates.push([1000 / median(ours), 1000 / median(bare)]);
  }
  return rates;
}

const CHANGE_POSTS = `
  update posts set rev = nextval('post_rev'), time_modified = now() where board_id = $1 and thread = $2`;

async function rowsOf({ pool }: World, { boardId, thread }: FoundThread): Promise<void> {
  await pool.query(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id
     where p.board_id = $1 and p.thread = $2 order by p.num, p.subnum`,
    [boardId, thread],
  );
}
