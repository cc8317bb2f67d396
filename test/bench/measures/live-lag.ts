import { setTimeout as sleep } from 'node:timers/promises';
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import { DIRTY_CHANNEL } from '../../../mappings/queues.ts';
import { startHttpProxy, type HttpProxy } from '../../support/http-proxy.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';
import { BENCH_BOARD } from '../corpus.ts';
import { createRandom } from '../corpus/random.ts';
import { median, toMeasure, type Measure } from '../measure.ts';
import { until, untilLive } from '../until.ts';

const ROUNDS = 3;
const SECONDS_PER_ROUND = 20;
const POSTS_PER_SECOND = 50;
/** Number of threads that receive posts, as on a busy board. */
const THREADS = 40;
/** `refresh_interval` of a live index: in the worst case no writer can be faster. */
const REFRESH_MS = 1_000;

/** Times of one post in milliseconds, by PostgreSQL's clock. */
interface Sighting {
  readonly num: number;
  readonly thread: number;
  readonly rev: number;
  readonly committed: number;
  claimed: number;
  sent: number;
  acknowledged: number;
  visible: number;
}

/**
 * Writes posts at a steady rate, each in its own transaction, and repeats a search through the board's alias until it
 * finds them. Also records when the relay claimed the mark, when the bulk was sent, and when it was acknowledged.
 */
export async function measureLiveLag(
  world: World,
  boardId: number,
  settings: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<readonly Measure[]> {
  const proxy = await startHttpProxy(world.elasticsearchUrls[0] ?? '');
  const indexer = startProcess('indexer/main.ts', world, { ...settings, ELASTICSEARCH_URL: proxy.url });
  const rounds: Sighting[][] = [];
  try {
    await untilLive(world, boardId);
    await recordClaims(world);
    const skew = await clockSkew(world);
    const bulks = watchBulks(proxy, skew);
    await runRound(world, boardId, { seconds: 3, seed: 99, skew });
    for (let round = 0; round < ROUNDS; round++) {
      const sightings = await runRound(world, boardId, { seconds: SECONDS_PER_ROUND, seed: round + 1, skew });
      await addStages(world, sightings, bulks);
      say(`live lag: ${stagesOf(sightings)}`);
      rounds.push(sightings);
    }
  } finally {
    await stopProcess(indexer);
    await proxy.close();
  }
  const lags = (share: number) =>
    rounds.map((sightings): [number, number] => [quantile(sightings.map(lag), share) / 1000, REFRESH_MS / 1000]);
  const against = "Elasticsearch's refresh interval";
  return [
    toMeasure('live lag: commit to searchable, p99', lags(0.99), { at: 'most', ratio: 1.5 }, 's', against),
    toMeasure('live lag: commit to searchable, p50', lags(0.5), null, 's', against),
    toMeasure(
      'live lag: part before the bulk is acknowledged, p50',
      rounds.map((sightings) => [
        quantile(
          sightings.map(({ acknowledged, committed }) => acknowledged - committed),
          0.5,
        ),
        quantile(sightings.map(lag), 0.5),
      ]),
      null,
      'ms',
      'commit to searchable',
    ),
  ];
}

function lag({ visible, committed }: Sighting): number {
  return visible - committed;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function stagesOf(sightings: readonly Sighting[]): string {
  const stage = (name: string, of: (sighting: Sighting) => number) => {
    const all = sightings.map(of);
    return `${name} ${median(all).toFixed(0)} (p99 ${quantile(all, 0.99).toFixed(0)}) ms`;
  };
  return [
    stage('claimed after', ({ claimed, committed }) => claimed - committed),
    stage('sent after', ({ sent, claimed }) => sent - claimed),
    stage('acknowledged after', ({ acknowledged, sent }) => acknowledged - sent),
    stage('visible after', ({ visible, acknowledged }) => visible - acknowledged),
    stage('in all', lag),
  ].join(', ');
}

/** Milliseconds to add to this process's clock to get PostgreSQL's. */
async function clockSkew(world: World): Promise<number> {
  const before = now(0);
  const { rows } = await world.pool.query<{ at: Date }>('select clock_timestamp() as at');
  return (rows[0]?.at.getTime() ?? before) - (before + now(0)) / 2;
}

function now(skew: number): number {
  return performance.timeOrigin + performance.now() + skew;
}

/** The relay keeps no record of its claims, so a trigger records them here. */
async function recordClaims(world: World): Promise<void> {
  await world.pool.query(`
    create table bench_claims (thread bigint not null, at timestamptz not null);
    create function bench_claimed() returns trigger language plpgsql security definer as $$
      begin
        insert into bench_claims values (new.thread, clock_timestamp());
        return null;
      end $$;
    create trigger bench_claimed after update of queued_at on dirty for each row
      when (new.queued_at is distinct from old.queued_at) execute function bench_claimed()`);
}

interface Bulk {
  readonly sent: number;
  acknowledged: number;
}

/** The first bulk that contained each document, by the document's id. */
function watchBulks(proxy: HttpProxy, skew: number): ReadonlyMap<string, Bulk> {
  const bulks = new Map<string, Bulk>();
  const open = new Map<string, Bulk>();
  proxy.treat = (_, path, body) => {
    if (path.startsWith('/_bulk')) {
      const bulk = { sent: now(skew), acknowledged: Number.NaN };
      open.set(body, bulk);
      for (const [, id] of body.matchAll(/^\{"index":\{[^\n]*"_id":"([^"]+)"/gm)) {
        if (id !== undefined && !bulks.has(id)) bulks.set(id, bulk);
      }
    }
    return 'pass';
  };
  proxy.answered = (_, body) => {
    const bulk = open.get(body);
    if (bulk !== undefined) bulk.acknowledged = now(skew);
    open.delete(body);
  };
  return bulks;
}

interface RoundOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly skew: number;
}

async function runRound(world: World, boardId: number, { seconds, seed, skew }: RoundOptions): Promise<Sighting[]> {
  const random = createRandom(seed);
  const { rows } = await world.pool.query<{ last: string; rev: string }>(
    'select max(num) as last, max(rev) as rev from posts where board_id = $1',
    [boardId],
  );
  const first = Number(rows[0]?.last ?? 0) + 1;
  const unseen = new Map<number, Sighting>();
  const sightings: Sighting[] = [];
  const began = performance.now();
  const write = async (index: number) => {
    await sleep(Math.max(0, began + (index * 1000) / POSTS_PER_SECOND - performance.now()));
    const thread = first + (index < THREADS ? index : Math.floor(random() * THREADS));
    const num = first + index;
    const rev = await writePost(world, boardId, { num, thread });
    const committed = now(skew);
    const sighting = { num, thread, rev, committed, claimed: 0, sent: 0, acknowledged: 0, visible: Number.NaN };
    sightings.push(sighting);
    unseen.set(rev, sighting);
  };
  await Promise.all([
    ...Array.from({ length: seconds * POSTS_PER_SECOND }, (_, index) => write(index)),
    until(async () => {
      await look(world, unseen, skew);
      return unseen.size === 0 && performance.now() > began + seconds * 1000;
    }),
  ]);
  return sightings;
}

/**
 * Writes a post as the scraper does: the row with a new rev and the thread's mark in one transaction, whose commit
 * notifies the relay.
 */
async function writePost(world: World, boardId: number, post: { num: number; thread: number }): Promise<number> {
  const { rows } = await world.pool.query<{ rev: string }>(
    `with written as (
       insert into posts (board_id, num, thread, opener, time_posted, time_modified, name, comment, rev)
       values ($1, $2::bigint, $3::bigint, $2::bigint = $3::bigint, date_trunc('second', now()), now(), 'Anonymous', $4, nextval('post_rev'))
       returning thread, rev),
     marked as (
       insert into dirty (board_id, thread, gen, min_rev, since)
       select $1, thread, nextval('dirty_gen'), rev, now() from written
       on conflict (board_id, thread) do update
          set gen = excluded.gen, min_rev = least(dirty.min_rev, excluded.min_rev))
     select rev, pg_notify($5, '') from written`,
    [
      boardId,
      post.num,
      post.thread,
      `<a href="#p${post.thread}" class="quotelink">&gt;&gt;${post.thread}</a><br>bump`,
      DIRTY_CHANNEL,
    ],
  );
  return Number(rows[0]?.rev);
}

async function look(world: World, unseen: Map<number, Sighting>, skew: number): Promise<void> {
  if (unseen.size === 0) return;
  const { hits } = await world.elasticsearch.search({
    index: boardAlias(world.indexPrefix, BENCH_BOARD),
    size: 1_000,
    _source: false,
    docvalue_fields: ['rev'],
    track_total_hits: false,
    query: { terms: { rev: [...unseen.keys()] } },
  });
  const at = now(skew);
  for (const { fields } of hits.hits) {
    const rev = (fields?.['rev'] as number[] | undefined)?.[0] ?? 0;
    const sighting = unseen.get(rev);
    if (sighting !== undefined) sighting.visible = at;
    unseen.delete(rev);
  }
}

async function addStages(
  world: World,
  sightings: readonly Sighting[],
  bulks: ReadonlyMap<string, Bulk>,
): Promise<void> {
  const { rows } = await world.pool.query<{ thread: string; at: Date }>(
    'select thread, at from bench_claims order by at',
  );
  const claims = Map.groupBy(rows, ({ thread }) => Number(thread));
  for (const sighting of sightings) {
    const bulk = bulks.get(documentId({ board: BENCH_BOARD, num: sighting.num, subnum: 0 }));
    if (bulk === undefined) throw new Error(`${sighting.num} was found and never sent`);
    sighting.sent = bulk.sent;
    sighting.acknowledged = bulk.acknowledged;
    // If a claim from before the commit already included the post, the time to the claim is 0.
    const at = claims
      .get(sighting.thread)
      ?.findLast((claim) => claim.at.getTime() <= bulk.sent)
      ?.at.getTime();
    sighting.claimed = Math.max(at ?? 0, sighting.committed);
  }
}
