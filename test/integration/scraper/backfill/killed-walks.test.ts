/** Scraper processes that walk backwards through an archive and are killed on the way. */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SourceKind } from '../../../../mappings/sources.ts';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { eventually } from '../../../support/archive.ts';
import { indexPage, mbox } from '../../../support/mailing-list.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { useWorld } from '../../../support/world.ts';
import { ArchiveSite } from '../sources/archive-site.ts';
import { clearStored, storedPosts } from '../stored.ts';
import { OtherArchive } from './archive-documents.ts';

const world = useWorld();
const KILLS = 4;
let site: ArchiveSite;
let running: ChildProcess | null = null;

beforeEach(async () => {
  site = new ArchiveSite();
  await site.open();
});
afterEach(async () => {
  if (running !== null) await stopProcess(running);
  running = null;
  await site.close();
  await world().pool.query('truncate boards cascade');
  await world().pool.query('truncate scrapers');
  await clearStored(world().pool);
});

async function addBoard(source: SourceKind): Promise<void> {
  await upsertBoard(world().pool, {
    name: 'tea',
    sourceName: 'g',
    title: 'Tea',
    worksafe: true,
    source,
    url: site.url,
    mediaUrl: site.url,
  });
}

function start(): ChildProcess {
  running = startProcess('scraper/main.ts', world(), {
    SAGASU_LOG_LEVEL: 'error',
    SAGASU_SCRAPER_INTERVAL_MS: '100',
    SAGASU_SCRAPER_HOST_DELAY_MS: '10',
    SAGASU_MEDIA_CONCURRENCY: '0',
  });
  return running;
}

/**
 * Kills a walk whenever it has requested some more documents, then lets one finish. Returns its progress at each kill.
 */
async function walkWithKills(step: number): Promise<number[]> {
  const places: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const child = start();
    const asked = site.asked.length;
    await eventually('the walk has begun', async () => Promise.resolve(site.asked.length >= asked + step));
    child.kill('SIGKILL');
    await once(child, 'exit');
    places.push(await place());
    // Lets the killed scraper's leases expire now instead of after some seconds.
    await world().pool.query("update harvest_leases set lease_until = '-infinity'");
    await world().pool.query("update scrapers set alive_until = '-infinity'");
  }
  start();
  await eventually('the walk has ended', async () => {
    const { rowCount } = await world().pool.query('select from backfills where finished_at is not null');
    return rowCount === 1;
  });
  return places;
}

async function place(): Promise<number> {
  const { rows } = await world().pool.query<{ down_page: number }>('select down_page from backfills');
  return rows[0]?.down_page ?? 1;
}

const timesAsked = () =>
  [...Map.groupBy(site.asked, ({ path }) => path)].map(([path, times]) => [path, times.length] as const);

test('an archive is stored completely although its scrapers are killed, with hardly any request repeated', async () => {
  const threads = Array.from({ length: 60 }, (_, at) => ({ num: 1_000 * (60 - at), replies: 7 }));
  new OtherArchive(site, 'g').publish(threads);
  await addBoard('foolfuuka');
  const places = await walkWithKills(12);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.at(-1)).toBeGreaterThan(2);
  const stored = await storedPosts(world().pool);
  expect(stored).toHaveLength(60 * 8);
  // A kill repeats at most the requests whose threads were not stored yet.
  const again = timesAsked().filter(([path, times]) => path.includes('/thread/') && times > 1);
  expect(again.length).toBeLessThanOrEqual(KILLS);
  await eventually('one mark stands for all', async () => {
    const { rows } = await world().pool.query<{ finished: string }>('select finished::text from forums');
    return rows[0]?.finished === '{[1000,60001)}';
  });
  const { rowCount } = await world().pool.query('select from url_history');
  expect(rowCount).toBe(0);
});

const name = ({ year, month }: { readonly year: number; readonly month: number }) =>
  `${year}-${new Date(Date.UTC(year, month)).toLocaleString('en', { month: 'long', timeZone: 'UTC' })}`;

test('a mailing list is stored completely although its scrapers are killed, without requesting a finished month twice', async () => {
  const months = Array.from({ length: 36 }, (_, at) => ({
    year: 2015 + Math.floor(at / 12),
    month: at % 12,
  })).toReversed();
  site.put('/g/', indexPage(months.map(name)));
  for (const one of months) {
    const date = new Date(Date.UTC(one.year, one.month, 3)).toISOString();
    const mails = [1, 2, 3].map((at) => ({
      id: `${name(one)}.${at}@x`,
      from: 'ann at hive.example (Ann)',
      date,
      subject: `Swarm ${at} of ${name(one)}`,
      text: 'They left.',
    }));
    site.putPacked(`/g/${name(one)}.txt.gz`, mbox(mails));
  }
  await addBoard('pipermail');
  await walkWithKills(6);
  const stored = await storedPosts(world().pool);
  expect(stored).toHaveLength(36 * 3);
  expect(new Set(stored.map(({ subject }) => subject)).size).toBe(36 * 3);
  const living = new Set(months.slice(0, 2).map((one) => `/g/${name(one)}.txt.gz`));
  const again = timesAsked().filter(([path, times]) => path.endsWith('.gz') && !living.has(path) && times > 1);
  expect(again.length).toBeLessThanOrEqual(KILLS);
});
