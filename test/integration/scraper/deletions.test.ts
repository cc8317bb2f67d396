import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { LeaseLostError } from '../../../scraper/leases/board-leases.ts';
import { releaseHeld } from '../../../store/boards/held.ts';
import { useWorld } from '../../support/world.ts';
import { NOW, counted, createHarness, type Harness } from './harness.ts';
import { clearStored, dirtyMarks, storedPosts, writeTrace } from './stored.ts';
import { LIST, Upstream, addBoard, httpDate, threadPath } from './upstream.ts';

const world = useWorld();
let upstream: Upstream;
let board: Board;
let scraper: Harness;

beforeEach(async () => {
  upstream = new Upstream();
  board = await addBoard(world(), await upstream.open());
  scraper = createHarness(world(), board);
  upstream.perPage = 2;
  for (let num = 100; num <= 1_000; num += 100) upstream.start(num, 3);
  await scraper.pass();
  upstream.asked.length = 0;
});
afterEach(async () => {
  await scraper.close();
  await upstream.close();
  await clearStored(world().pool);
});

async function deletedNums(): Promise<number[]> {
  return (await storedPosts(world().pool)).filter((post) => post.timeDeletedPost !== null).map(({ num }) => num);
}

const deletions = (what: string) => counted(scraper.registry, 'sagasu_scraper_deletions_total', { board: 'g', what });

describe('a post', () => {
  test('is deleted as of the first of two copies a minute apart that lack it, and keeps its content', async () => {
    upstream.drop(100, 102);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
    scraper.later(59);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
    await world().pool.query('delete from dirty');
    scraper.later(1);
    expect(await scraper.pass()).toBe(true);
    const [post] = (await storedPosts(world().pool)).filter(({ num }) => num === 102);
    expect(post).toMatchObject({ timeDeletedPost: NOW, comment: 'reply 102', hidden: false });
    expect(await dirtyMarks(world().pool)).toMatchObject([{ thread: 100, minRev: post?.rev }]);
    expect(await deletions('post')).toBe(1);
  });

  test('is deleted after two such copies even if the process was restarted in between', async () => {
    upstream.drop(100, 102);
    await scraper.pass();
    scraper.restart();
    scraper.later(61);
    await scraper.pass();
    expect(await deletedNums()).toEqual([102]);
  });

  test('is not deleted if the second copy has it', async () => {
    const whole = JSON.stringify(upstream.document(100));
    upstream.drop(100, 102);
    await scraper.pass();
    upstream.touch(100);
    upstream.instead.set(threadPath(100), (_request, response) => {
      response.writeHead(200, { 'last-modified': httpDate(upstream.modified(100)) }).end(whole);
    });
    scraper.later(61);
    await scraper.pass();
    scraper.later(600);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
  });

  test('loses the deletion mark when it reappears', async () => {
    const whole = JSON.stringify(upstream.document(100));
    upstream.drop(100, 102);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    expect(await deletedNums()).toEqual([102]);
    upstream.touch(100);
    upstream.instead.set(threadPath(100), (_request, response) => {
      response.writeHead(200, { 'last-modified': httpDate(upstream.modified(100)) }).end(whole);
    });
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
    expect(await deletions('restored')).toBe(1);
  });

  test('is not missing if only an older copy lacks it', async () => {
    const old = JSON.stringify(upstream.document(100));
    const oldTime = httpDate(upstream.modified(100));
    upstream.reply(100, 104);
    await scraper.pass();
    upstream.touch(100);
    upstream.instead.set(threadPath(100), (_request, response) => {
      response.writeHead(200, { 'last-modified': oldTime }).end(old);
    });
    for (let look = 0; look < 5; look++) {
      await scraper.pass();
      scraper.later(61);
    }
    expect(await deletedNums()).toEqual([]);
    expect((await world().pool.query('select from missing_posts')).rowCount).toBe(0);
  });

  test('is never deleted at the end of a copy whose opener counts it, however often it is missing', async () => {
    upstream.edit(100, 100, { replies: 3 });
    await scraper.pass();
    const cut = JSON.stringify({ posts: upstream.document(100).posts.slice(0, 3) });
    upstream.touch(100);
    upstream.instead.set(threadPath(100), (_request, response) => {
      response.writeHead(200, { 'last-modified': httpDate(upstream.modified(100)) }).end(cut);
    });
    for (let look = 0; look < 5; look++) {
      await scraper.pass();
      scraper.later(600);
    }
    expect(await deletedNums()).toEqual([]);
  });

  test('is not deleted if a thread with a reply limit has dropped it', async () => {
    upstream.edit(100, 100, { sticky: 1, sticky_cap: 3 });
    await scraper.pass();
    for (let num = 104; num < 107; num++) {
      upstream.drop(100, num - 3);
      upstream.reply(100, num);
      await scraper.pass();
      scraper.later(61);
    }
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
  });

  test('is held if more than a fifth of the board is missing with it', async () => {
    for (let thread = 100; thread <= 1_000; thread += 100) upstream.drop(thread, thread + 2);
    for (let thread = 100; thread <= 400; thread += 100) upstream.drop(thread, thread + 1);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
    expect(await deletions('held')).toBe(14);
  });

  test('is judged after being held and released, without counting towards a mass disappearance', async () => {
    const masses = [100, 200, 300, 400, 500, 600, 700].flatMap((num) => [num + 1, num + 2]);
    for (const num of masses) upstream.drop(Math.floor(num / 100) * 100, num);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    expect(await releaseHeld(world().pool, board)).toEqual({ posts: 14, threads: 0, files: 0 });
    // One more missing post would exceed the limit again if the released ones counted.
    upstream.drop(800, 801);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    expect(await deletedNums()).toEqual([...masses, 801]);
    expect(await releaseHeld(world().pool, board)).toEqual({ posts: 0, threads: 0, files: 0 });
  });
});

test('is not marked when only its file is deleted; the file is', async () => {
  upstream.edit(100, 101, { tim: 5, md5: 'EAECAwQFBgcICQoLDA0ODw==', ext: '.png', filename: 'leek', fsize: 5 });
  await scraper.pass();
  upstream.edit(100, 101, { filedeleted: 1 });
  await scraper.pass();
  const [post] = (await storedPosts(world().pool)).filter(({ num }) => num === 101);
  expect(post).toMatchObject({ timeDeletedFile: NOW, timeDeletedPost: null, mediaName: 'leek' });
});

/** Removes the thread from the board and polls until its absence is decided. */
async function gone(num: number): Promise<void> {
  upstream.prune(num);
  await scraper.pass();
  scraper.later(61);
  // One request may fail, so it polls twice.
  await scraper.pass();
  await scraper.pass();
}

describe('a thread', () => {
  test('is deleted if it disappears from a front page while threads behind it are still listed; its replies do not change', async () => {
    await gone(300);
    expect(await deletedNums()).toEqual([300]);
    const [opener] = (await storedPosts(world().pool)).filter(({ num }) => num === 300);
    expect(opener?.timeDeletedPost).toEqual(NOW);
    expect(await deletions('thread')).toBe(1);
  });

  test('is deleted even if the process was restarted between the two lists', async () => {
    upstream.prune(300);
    await scraper.pass();
    scraper.restart();
    scraper.later(61);
    await scraper.pass();
    scraper.restart();
    await scraper.pass();
    expect(await deletedNums()).toEqual([300]);
  });

  test('is missing even if the poll that received the list failed later', async () => {
    const setFence = async (change: number) =>
      world().pool.query('update harvest_leases set fence = fence + $1', [change]);
    upstream.prune(300);
    upstream.touch(400);
    upstream.instead.set(threadPath(400), (_request, response) => {
      const body = JSON.stringify(upstream.document(400));
      const headers = { 'last-modified': httpDate(upstream.modified(400)) };
      void setFence(1).then(() => response.writeHead(200, headers).end(body));
    });
    await expect(scraper.pass()).rejects.toThrow(LeaseLostError);
    await setFence(-1);
    upstream.instead.clear();
    await scraper.pass();
    const { rows } = await world().pool.query('select thread::int from missing_threads');
    expect(rows).toEqual([{ thread: 300 }]);
  });

  test('is pruned if it disappears from the last page', async () => {
    await gone(1_000);
    expect(await deletedNums()).toEqual([]);
    expect(await deletions('thread_pruned')).toBe(1);
  });

  test('is archived if the source’s archive lists it', async () => {
    upstream.archived = [300];
    await gone(300);
    expect(await deletedNums()).toEqual([]);
    const [opener] = (await storedPosts(world().pool)).filter(({ num }) => num === 300);
    expect(opener?.timeArchived).toEqual(NOW);
  });

  test('is not deleted while its document still exists', async () => {
    const document = JSON.stringify(upstream.document(300));
    const time = httpDate(upstream.modified(300));
    upstream.prune(300);
    upstream.instead.set(threadPath(300), (_request, response) => {
      response.writeHead(200, { 'last-modified': time }).end(document);
    });
    await scraper.pass();
    for (let look = 0; look < 4; look++) {
      scraper.later(120);
      await scraper.pass();
    }
    expect(await deletedNums()).toEqual([]);
  });

  test('is not missing if only an old list lacks it', async () => {
    const old = JSON.stringify(upstream.list());
    upstream.start(1_100, 1);
    await scraper.pass();
    upstream.instead.set(LIST, (_request, response) => {
      response.writeHead(200, { 'last-modified': httpDate(1_600_000_000) }).end(old);
    });
    scraper.later(61);
    await scraper.pass();
    expect((await world().pool.query('select from missing_threads')).rowCount).toBe(0);
  });

  test('is requested once and never again', async () => {
    await gone(300);
    await scraper.pass();
    upstream.asked.length = 0;
    const before = await writeTrace(world().pool);
    scraper.later(600);
    await scraper.pass();
    expect(upstream.takePaths()).toEqual([LIST]);
    expect(await writeTrace(world().pool)).toBe(before);
  });

  test('is held if more than a fifth of the board is missing with it, and continues when it is listed again', async () => {
    const rest = JSON.stringify([
      { page: 1, threads: [{ no: 100, last_modified: upstream.modified(100) }] },
      { page: 2, threads: [{ no: 1_000, last_modified: upstream.modified(1_000) }] },
    ]);
    upstream.touch(100);
    upstream.instead.set(LIST, (_request, response) => {
      response.writeHead(200, { 'last-modified': httpDate(upstream.modified(100)) }).end(rest);
    });
    for (let num = 200; num < 1_000; num += 100) {
      upstream.instead.set(threadPath(num), (_request, response) => void response.writeHead(404).end());
    }
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    scraper.later(600);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
    expect(await deletions('held')).toBe(8);
    upstream.instead.clear();
    upstream.touch(100);
    await scraper.pass();
    expect((await world().pool.query('select from missing_threads')).rowCount).toBe(0);
  });

  test('is judged after being held and released, without counting towards a mass disappearance', async () => {
    for (const num of [200, 300, 400, 500]) upstream.prune(num);
    await scraper.pass();
    scraper.later(61);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
    expect(await releaseHeld(world().pool, board)).toEqual({ posts: 0, threads: 4, files: 0 });
    upstream.prune(600);
    for (let look = 0; look < 4; look++) {
      await scraper.pass();
      scraper.later(61);
    }
    expect(await deletedNums()).toEqual([200, 300, 400, 500, 600]);
  });

  test('is not deleted if it is pruned before a second list confirms its position', async () => {
    const list = upstream.list() as { page: number; threads: { no: number }[] }[];
    const cut = JSON.stringify(list.map((page) => ({ ...page, threads: page.threads.filter(({ no }) => no !== 300) })));
    upstream.touch(100);
    upstream.instead.set(LIST, (_request, response) => {
      response.writeHead(200, { 'last-modified': httpDate(upstream.modified(100)) }).end(cut);
    });
    await scraper.pass();
    upstream.instead.clear();
    // Nothing was polled while all threads behind it were bumped or pruned too.
    for (const num of [300, 400, 500, 600, 700, 800]) upstream.prune(num);
    for (const num of [900, 1_000]) upstream.touch(num);
    for (let num = 1_100; num <= 1_600; num += 100) upstream.start(num, 1);
    scraper.later(3_600);
    await scraper.pass();
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
  });

  test('loses its deletion mark when it is listed again', async () => {
    await gone(300);
    upstream.start(300, 3);
    await scraper.pass();
    expect(await deletedNums()).toEqual([]);
  });
});
