/**
 * `npm run faults -- upgrade`: runs version 0.1.1 with data, upgrades it to this checkout, rebuilds the indices while readers search, and
 * goes back, as docs/operations/upgrade.md describes. Meanwhile the source forgets every thread, so that no lost post could be fetched again.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lastingPort } from '../../support/ports.ts';
import { BOARD, ForgetfulSource, POSTS_PER_THREAD } from './forgetful-source.ts';
import { Installation } from './installation.ts';
import { installOldVersion, REPOSITORY } from './old-version.ts';
import { Readers } from './readers.ts';
import { play, type Stage } from './steps.ts';

const ELASTICSEARCH_TRANSPORT = 100;

/** @param folder The old version stays there for the next run; the data is deleted before each run. */
export async function runUpgrade(folder: string, posts: number, say: (line: string) => void): Promise<boolean> {
  const work = resolve(folder);
  installOldVersion(join(work, 'old'), say);
  await rm(join(work, 'run'), { recursive: true, force: true });
  await mkdir(join(work, 'run'), { recursive: true });
  const source = await ForgetfulSource.start();
  const port = await lastingPort([]);
  const settings = await settingsOf(join(work, 'run'), source.origin, port);
  const old = new Installation(join(work, 'old'), settings, 'stack/main.ts');
  const current = new Installation(REPOSITORY, settings, 'dev-stores/main.ts');
  const readers = new Readers(`http://127.0.0.1:${port}`);
  const threads = Math.max(2, Math.ceil(posts / POSTS_PER_THREAD));
  const stage: Stage = {
    old,
    current,
    source,
    readers,
    folder: join(work, 'run'),
    threads,
    say,
    faults: [],
    figures: {},
  };
  const stop = async () => Promise.all([old.stop(), current.stop()]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  try {
    await play(stage);
  } catch (error) {
    stage.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await stop();
    await source.stop();
  }
  const ok = stage.faults.length === 0;
  process.stdout.write(`${JSON.stringify({ scenario: 'upgrade', ok, ...stage.figures, faults: stage.faults })}\n`);
  return ok;
}

async function settingsOf(folder: string, origin: string, port: number): Promise<Readonly<Record<string, string>>> {
  const boards = join(folder, 'boards.json');
  await writeFile(boards, JSON.stringify([{ name: BOARD, url: origin }]));
  return {
    SAGASU_DATA: join(folder, 'data'),
    SAGASU_PORT: String(port),
    SAGASU_POSTGRES_PORT: String(await lastingPort([])),
    SAGASU_REDIS_PORT: String(await lastingPort([])),
    SAGASU_ELASTICSEARCH_PORT: String(await lastingPort([ELASTICSEARCH_TRANSPORT])),
    SAGASU_ELASTICSEARCH_HEAP_MB: '512',
    SAGASU_BOARDS_FILE: boards,
    SAGASU_SCRAPER_OWN_ORIGIN: origin,
    SAGASU_SCRAPER_INTERVAL_MS: '1000',
    // The checks read every thread.
    SAGASU_RATE_LIMIT: '1000000',
  };
}
