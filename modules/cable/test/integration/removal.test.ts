/** The board of a channel is removed: with its plan, on this host only, while a scraper is the peer of the cabal. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyIdOf, readOrMakeKeyFile } from '../../key-files.ts';
import { channelKey } from '../../views/cabal.ts';
import { addCableBoard } from '../../store/cable-boards.ts';
import { readConfig } from '../../../../platform/config.ts';
import type { Service } from '../../../../platform/lifecycle.ts';
import { startScraper } from '../../../../scraper/scraper.ts';
import { keysOf, makePost } from '../support/posts.ts';
import { ScriptedPeer } from '../support/scripted-peer.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import { givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';
import { silent } from '../../../../test/integration/scraper/harness.ts';

const world = useWorld();
const [ANN, BOB] = [keysOf(1), keysOf(2)];
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 43_200_000;
const LIMIT = { timeout: 120_000 };

let folder: string;
let peer: ScriptedPeer;
let scraper: Service;
let server: GivenServer;
let admin: Admin;

const said = (channel: string, text: string, at = 0) => makePost(ANN, NOON + at, { type: 'text', channel, text });
const DELETED = said('tea', 'deleted by its author', 1);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-cable-removal-'));
  peer = new ScriptedPeer();
  const url = `cable://127.0.0.1:${await peer.listen()}`;
  peer.add(
    said('tea', 'stays with the peers'),
    DELETED,
    makePost(ANN, NOON + 2, { type: 'topic', channel: 'tea', topic: 'Leaves' }),
    makePost(ANN, NOON + 3, { type: 'info', info: [['name', Buffer.from('ann')]] }),
    makePost(BOB, NOON + 3, { type: 'text', channel: 'coffee', text: 'of coffee' }),
  );
  await addBoards(url);
  const { databaseUrl, redisUrl, queuePrefix } = world();
  scraper = await startScraper({
    config: readConfig({ SAGASU_DATA: folder, SAGASU_QUEUE_PREFIX: queuePrefix, SAGASU_MEDIA_CONCURRENCY: '0' }),
    stores: { databaseUrl: loginUrl(databaseUrl, 'scraper'), redisUrl },
    logger: silent,
    registry: new Registry(),
    now: () => new Date(),
    worker: 'removal test',
  });
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => {
  await scraper?.close();
  await server?.close();
  await peer?.close();
  await rm(folder, { recursive: true, force: true });
});

async function addBoards(url: string): Promise<void> {
  const keyFile = join(folder, 'cabal.key');
  const cabalKeyId = keyIdOf(await readOrMakeKeyFile(keyFile));
  for (const name of ['tea', 'coffee']) {
    const board = { name, title: name, source: 'cable' as const, sourceName: name, url, mediaUrl: url, worksafe: true };
    const channel = { name, key: channelKey(name), cabalKeyId, keyFile };
    await addCableBoard(world().pool, board, { ...channel, layout: 'deployed', prologue: 'CABLE/1.0', isPlain: true });
  }
}

async function textsOf(board: string): Promise<(string | null)[]> {
  const { rows } = await world().pool.query<{ comment: string | null }>(
    'select p.comment from posts p join boards b on b.id = p.board_id where b.name = $1 order by p.num',
    [board],
  );
  return rows.map(({ comment }) => comment);
}

/** The number of rows by table, of tables that have any. */
async function rowsOfCabals(): Promise<Record<string, number>> {
  const { rows: tables } = await world().pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '^cab'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await world().pool.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    if ((rows[0]?.count ?? 0) > 0) counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

test('the plan counts the posts of the cabal, and a removal forgets them here, keeps other channels and hashes of deleted posts, and can be undone', async () => {
  const { pool } = world();
  await expect.poll(() => textsOf('tea'), LIMIT).toHaveLength(2);
  await expect.poll(() => textsOf('coffee'), LIMIT).toEqual(['of coffee']);
  await expect.poll(async () => (await rowsOfCabals())['cable_users'], LIMIT).toBe(1);
  peer.add(makePost(ANN, NOON + 4, { type: 'delete', hashes: [DELETED.hash] }));
  await expect.poll(() => textsOf('tea'), LIMIT).toContain(null);

  const planned = await admin.get('/boards/tea/removal');
  expect(planned).toMatchObject({ status: 200, body: { posts: 2, threads: 1, removable: true } });
  const { added } = planned.body as { added: { name: string; count: number }[] };
  expect(Object.fromEntries(added.map(({ name, count }) => [name, count]))).toEqual({
    cable_posts: 2,
    cable_due: 0,
    cable_authors: 1,
    cable_addresses: 0,
    cable_peers: 0,
    cable_keys: 0,
    cable_kept: 1,
  });
  const dry = await sagasu(world(), 'board', 'remove', 'tea', '--dry-run');
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.stdout).toMatch(/2 stored posts of the cabal\n[^]*1 hashes of deleted posts[^]*Nothing was changed\./);
  expect(await textsOf('tea')).toHaveLength(2);

  await pool.query(`insert into cable_moderators (cabal_id, author, appointed_by) select id, $1, 'cli' from cabals`, [
    ANN.publicKey,
  ]);
  expect(await admin.send('POST', '/boards/tea/remove', { confirm: 'tea' })).toMatchObject({ status: 200 });
  expect(await textsOf('tea')).toEqual([]);
  // The peer connects again for the other channel, and sends new posts of it only.
  peer.requests.length = 0;
  await expect
    .poll(() => peer.requests.some((one) => one.type === 'state' && one.channel === 'coffee'), LIMIT)
    .toBe(true);
  peer.add(said('tea', 'after the removal', 5), said('coffee', 'after it, of coffee', 5));
  await expect.poll(() => textsOf('coffee'), LIMIT).toEqual(['of coffee', 'after it, of coffee']);
  const { rows: left } = await pool.query(
    `select distinct convert_from(channel, 'UTF8') as channel from cable_posts where channel <> ''
     union select convert_from(channel, 'UTF8') from cable_members union select convert_from(channel, 'UTF8') from cable_topics`,
  );
  expect(left).toEqual([{ channel: 'coffee' }]);
  const { rows: kept } = await pool.query('select hash, board_id, num, is_due from cable_tombstones');
  expect(kept).toEqual([{ hash: DELETED.hash, board_id: null, num: null, is_due: false }]);

  const whole = await sagasu(world(), 'board', 'remove', 'coffee', '--confirm', 'coffee');
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining('1 addresses of peers') as string });
  // Its links and its hash: the order of posts depends on them.
  await expect.poll(rowsOfCabals, LIMIT).toEqual({ cabals: 1, cabal_sizes: 1, cable_tombstones: 1 });
  await expect.poll(() => peer.connections, LIMIT).toBe(0);
  expect((await admin.get('/cabals')).body).toEqual({ cabals: [] });

  // The peers still have the posts.
  await pool.query('delete from removed_indices');
  await addBoards(`cable://127.0.0.1:${peer.port}`);
  await expect
    .poll(() => textsOf('tea'), LIMIT)
    .toEqual(expect.arrayContaining(['stays with the peers', 'after the removal']) as string[]);
  await expect.poll(() => textsOf('coffee'), LIMIT).toHaveLength(2);
  expect(await textsOf('tea')).toHaveLength(2);
});
