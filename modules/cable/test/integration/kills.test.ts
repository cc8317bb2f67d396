/** Scraper processes are killed in the middle of the responses of a peer. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyIdOf, readOrMakeKeyFile } from '../../key-files.ts';
import { channelKey } from '../../views/cabal.ts';
import { addCableBoard } from '../../store/cable-boards.ts';
import { eventually } from '../../../../test/support/archive.ts';
import { keysOf, makePost } from '../support/posts.ts';
import { ScriptedPeer } from '../support/scripted-peer.ts';
import { countOf } from '../../../../test/support/full-counts.ts';
import { startProcess, stopProcess } from '../../../../test/support/processes.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
const KILLS = countOf(20, 2);
/** A response has 400 posts. */
const POSTS = countOf(3_000, 1_000);
const AUTHORS = [keysOf(1), keysOf(2), keysOf(3)];

let peer: ScriptedPeer;
let folder: string;
beforeAll(async () => {
  peer = new ScriptedPeer();
  const url = `cable://127.0.0.1:${await peer.listen()}`;
  folder = await mkdtemp(join(tmpdir(), 'sagasu-kills-'));
  const keyFile = join(folder, 'cabal.key');
  const key = await readOrMakeKeyFile(keyFile);
  const board = { name: 'tea', title: 'tea', source: 'cable' as const, url, mediaUrl: url, worksafe: true };
  const cabal = { cabalKeyId: keyIdOf(key), keyFile, layout: 'deployed', prologue: 'CABLE/1.0', isPlain: true };
  await addCableBoard(world().pool, board, { ...cabal, name: 'tea', key: channelKey('tea') });
});
afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

const killed = async (child: ChildProcess, response: number): Promise<void> => {
  let responses = 0;
  const exit = once(child, 'exit');
  peer.onHalf = () => {
    responses += 1;
    if (responses >= response) child.kill('SIGKILL');
  };
  await exit;
  peer.onHalf = null;
};

test('no post is stored partially or twice', { timeout: 300_000 }, async () => {
  const start = Date.now() - 86_400_000;
  for (let number = 0; number < POSTS; number += 1) {
    const author = AUTHORS[number % AUTHORS.length] ?? keysOf(1);
    peer.add(makePost(author, start + number, { type: 'text', channel: 'tea', text: `text ${number}` }));
  }
  const settings = { SAGASU_DATA: folder, SAGASU_LOG_LEVEL: 'error', SAGASU_MEDIA_CONCURRENCY: '0' };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await killed(startProcess('scraper/main.ts', world(), settings), 1 + (kill % 2));
    const { rows } = await world().pool.query<{ torn: string }>(
      `select count(*) as torn from posts p where not exists (select from cable_posts c where c.board_id = p.board_id and c.num = p.num)`,
    );
    expect(rows).toEqual([{ torn: '0' }]);
    // Every process must still have posts to request.
    const number = POSTS + kill * 500;
    for (let more = 0; more < 500; more += 1)
      peer.add(
        makePost(AUTHORS[0] ?? keysOf(1), start + number + more, {
          type: 'text',
          channel: 'tea',
          text: `text ${number + more}`,
        }),
      );
  }
  const child = startProcess('scraper/main.ts', world(), settings);
  const wanted = POSTS + KILLS * 500;
  await eventually('every text is a post', async () => {
    const { rows } = await world().pool.query<{ count: string }>('select count(*) from posts');
    return Number(rows[0]?.count) === wanted;
  });
  await stopProcess(child);
  const { rows } = await world().pool.query(
    `select count(*)::int as posts, count(distinct comment)::int as texts, max(num)::int as last, count(distinct num)::int as nums,
       (select count(*)::int from cable_posts) as stored, (select count(*)::int from cable_posts where is_due) as due
     from posts`,
  );
  expect(rows).toEqual([{ posts: wanted, texts: wanted, last: wanted, nums: wanted, stored: wanted, due: 0 }]);
});
