import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildWebIfStale } from '../../cli/start/web-build.ts';
import { writeHistory } from '../../demo/life/history.ts';
import { serveDemo } from '../../demo/serve.ts';
import { openSite, type DemoSite } from '../../demo/site.ts';
import { upsertBoard } from '../../store/boards/boards.ts';
import { freePort } from './ports.ts';
import { startProcess, stopProcess } from './processes.ts';
import type { World } from './world.ts';

/** Approximate number of posts. The demo's default is three times as many of the same kinds. */
const POSTS = 1_200;

/**
 * Scraper, indexer and server as processes over a world, as an operator would run them, with a demo site of shorter
 * history as their source.
 */
export interface Archive {
  readonly serverUrl: string;
  readonly demoUrl: string;
  stop(): Promise<void>;
}

export async function startArchive(world: World, settings: Readonly<Record<string, string>> = {}): Promise<Archive> {
  await buildWebIfStale(() => undefined);
  const serverPort = await freePort();
  const serverUrl = `http://127.0.0.1:${serverPort}`;
  const site = await openSite({
    captures: null,
    seed: 'sagasu',
    madeAt: Math.floor(Date.now() / 1000),
    picturesDir: null,
  });
  writeHistory(site, POSTS);
  const demo = await serveDemo(site, { port: 0 });
  const demoUrl = demo.url;
  const data = await mkdtemp(join(tmpdir(), 'sagasu-archive-'));
  const shared = {
    SAGASU_DATA: data,
    SAGASU_PORT: String(serverPort),
    SAGASU_SCRAPER_OWN_ORIGIN: demoUrl,
    // On a busy machine, searches must not run into the time-out page.
    SAGASU_SEARCH_TIMEOUT_MS: '30000',
    ...settings,
  };
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running.toReversed()) await stopProcess(child);
    await demo.close();
    await rm(data, { recursive: true, force: true });
  };
  try {
    const list = (await (await fetch(`${demoUrl}/boards.json`)).json()) as {
      boards: { board: string; title: string }[];
    };
    for (const { board, title } of list.boards) {
      await upsertBoard(world.pool, {
        name: board,
        title,
        source: '4chan',
        url: demoUrl,
        mediaUrl: demoUrl,
        worksafe: true,
      });
    }
    for (const main of ['indexer/main.ts', 'scraper/main.ts', 'server/main.ts'])
      running.push(startProcess(main, world, shared));
    await eventually(`${serverUrl} is ready`, async () => (await fetch(`${serverUrl}/readyz`)).ok, FIRST_PASS_MS);
    await eventually('the first pass over the demo is searchable', () => isCaughtUp(world, site), FIRST_PASS_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { serverUrl, demoUrl, stop };
}

const EVENTUALLY_MS = 120_000;
const FIRST_PASS_MS = 180_000;

/** Returns whether all posts that the site had when it opened are stored, and no thread is marked. */
async function isCaughtUp(world: World, site: DemoSite): Promise<boolean> {
  const posts = [...site.boards].map(([name, board]) => ({ name, nums: [...board.home.keys()] }));
  const { rows } = await world.pool.query<{ caught_up: boolean }>(
    `select not exists (select 1 from dirty)
        and not exists (
          select 1
          from json_to_recordset($1) as published (name text, nums json)
          join boards using (name)
          cross join json_array_elements_text(nums) as num
          where not exists (select 1 from posts where board_id = boards.id and posts.num = num::bigint)
        ) as caught_up`,
    [JSON.stringify(posts)],
  );
  return rows[0]?.caught_up ?? false;
}

/** Repeats `holds` until it returns true; an error counts as false. */
export async function eventually(claim: string, holds: () => Promise<boolean>, limitMs = EVENTUALLY_MS): Promise<void> {
  const end = performance.now() + limitMs;
  let last: unknown;
  while (performance.now() < end) {
    try {
      if (await holds()) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await sleep(100);
  }
  throw new Error(`after ${limitMs / 1000} s it still does not hold that ${claim}`, { cause: last });
}
