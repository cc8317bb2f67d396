import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '../../../mappings/post.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { aPost, insertBoard, writePosts, type TestBoard } from '../../support/builders.ts';
import { worldEnvironment } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';
import type { PrivateStores } from '../private-stores.ts';
import type { Scenario } from '../scenario.ts';
import type { Figures, Stage } from '../stage.ts';
import { DrillFiles, PICTURES } from './drill-files.ts';

/** Posts of each round that stay, and of which the first ones are purged after the backup. */
const KEPT = 20;
const PURGED = 5;
const VERIFY_LIMIT_MS = 180_000;
const POLL_MS = 200;

/** Runs a command, and kills it after `killAfterMs` if given. Returns its exit code and its output. */
async function sagasu(
  world: World,
  args: readonly string[],
  killAfterMs?: number,
): Promise<{ readonly code: number | null; readonly text: string; readonly stdout: string }> {
  const child = spawn(process.execPath, ['cli/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: worldEnvironment(world),
  });
  const read = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (read.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (read.stderr += chunk.toString()));
  const killing = killAfterMs === undefined ? null : setTimeout(() => void child.kill('SIGKILL'), killAfterMs);
  await once(child, 'close');
  if (killing !== null) clearTimeout(killing);
  return { code: child.exitCode, text: `${read.stdout}${read.stderr}`, stdout: read.stdout };
}

/** After an older backup has replaced the database, verifications must end with both stores equal. */
async function verified({ world, reportFailure }: Stage): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < VERIFY_LIMIT_MS) {
    const { rows } = await world.pool.query<{ status: string; drift: number | null }>(
      `select status, (details->>'drift')::int as drift from tasks where kind = 'verify' and requested_by = 'cli'`,
    );
    if (rows.length > 0 && rows.every(({ status }) => status !== 'enqueued' && status !== 'processing')) {
      const wrong = rows.filter(({ status, drift }) => status !== 'succeeded' || drift !== 0);
      if (wrong.length > 0) reportFailure(`verifications ended as ${JSON.stringify(wrong)}`);
      return rows.length;
    }
    await sleep(POLL_MS);
  }
  reportFailure('the verifications after a restore did not end');
  return 0;
}

const idOf = ({ board, num, subnum }: Post) => `${board}.${num}.${subnum}`;

/** Posts of the drill's own boards. */
async function readPosts({ world }: Stage, condition: string): Promise<Post[]> {
  const { rows } = await world.pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id where b.name in ('drill', '${PICTURES}') and ${condition}`,
  );
  return rows.map(toPost);
}

/** The posts in the restored database. Purged ones must be empty. */
async function forgetSince(stage: Stage, backedUp: Stage['load']['journal'], purged: ReadonlySet<string>) {
  const { load, reportFailure } = stage;
  load.journal.clear();
  for (const [id, post] of backedUp) load.journal.set(id, post);
  const again = new Map((await readPosts(stage, 'p.time_purged is not null')).map((post) => [idOf(post), post]));
  for (const id of purged) {
    const post = again.get(id);
    if (post === undefined) reportFailure(`${id} was purged after the backup and has risen`);
    else if (post.comment !== null) reportFailure(`${id} is purged again and has a comment`);
    else load.journal.set(id, post);
  }
}

async function restoreDrill(stage: Stage, stores: Pick<PrivateStores, 'kill' | 'start'>): Promise<Figures> {
  const { load, params, random, world, indexer, reportFailure } = stage;
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-drill-'));
  const succeed = async (args: readonly string[]) => {
    const { code, text, stdout } = await sagasu(world, args);
    if (code !== 0) throw new Error(`sagasu ${args[0]} ended with ${code}: ${text.slice(-1_000)}`);
    return stdout;
  };
  let [verifications, stored] = [0, 0];
  const files = await DrillFiles.create(stage, succeed, worldEnvironment(world)['SAGASU_DATA'] ?? '');
  const addFiles = async (thread: number) => {
    await files.add(thread);
    for (const post of await readPosts(stage, `p.thread = ${thread} and b.name = '${PICTURES}'`))
      load.journal.set(idOf(post), post);
  };
  try {
    const key = await succeed(['backup', 'key']);
    await writeFile(join(folder, 'key.txt'), key);
    const backup = ['backup', folder, '--recipient', /age1\S+/.exec(key)?.[0] ?? ''];
    const restore = ['restore', folder, '--key', join(folder, 'key.txt'), '--replace'];
    const board = await insertBoard(world.pool, 'drill');
    const purged = new Set<string>();
    for (let round = 0; round < params.rounds; round++) {
      const running = await indexer();
      await load.write(params.posts / params.rounds);
      await add(stage, board, round * 100);
      await addFiles(round * 100 + 1);
      await succeed(backup);
      const backedUp = new Map(load.journal);
      const lost = load.write(params.posts / params.rounds);
      await add(stage, board, round * 100 + 50);
      const names = Array.from({ length: PURGED }, (_, place) => round * 100 + place + 1);
      await addFiles(round * 100 + 51);
      for (const [place, isLost] of [
        [1, false],
        [51, true],
      ] as const)
        await files.remove(round * 100 + place, isLost);
      const withFiles = [1, 51].flatMap((place) => files.purgedOf(round * 100 + place));
      const pictures = withFiles.map((num) => `${PICTURES}/${num}`);
      await succeed(['post', 'purge', '--yes', ...names.map((num) => `drill/${num}`), ...pictures]);
      for (const num of names) purged.add(`drill.${num}.0`);
      for (const num of withFiles) purged.add(`${PICTURES}.${num}.0`);
      await sleep(random() * 1_000);
      await Promise.all([stores.kill('postgres'), running.kill()]);
      await stores.start('postgres');
      await lost;
      await files.lose(round % 2 === 0 ? 'half' : 'all');
      await sagasu(world, restore, random() * 4_000);
      await succeed(restore);
      await forgetSince(stage, backedUp, purged);
      const after = await indexer();
      verifications += await verified(stage);
      stored = await files.check();
      if ((await after.stop()) !== 0) reportFailure('the indexer did not end well');
    }
    await indexer();
    return { restores: params.rounds, purged: purged.size, verifications, files: stored };
  } finally {
    await rm(folder, { recursive: true, force: true });
    await files.close();
  }
}

async function add({ world, load }: Stage, board: TestBoard, after: number): Promise<void> {
  const thread = after + 1;
  const posts = Array.from({ length: KEPT }, (_, place) =>
    aPost({ num: thread + place, thread, comment: `drill ${thread + place}` }),
  );
  await writePosts(world.pool, board, posts);
  for (const post of posts) load.journal.set(idOf({ ...post, board: 'drill' }), { ...post, board: 'drill' });
}

export const RESTORE_DRILL: Scenario = {
  name: 'restore-drill',
  claim:
    'an older backup takes the place of a killed database: nothing removed rises, every file is whole, and both stores agree',
  params: { rounds: 3, posts: 9_000 },
  run: restoreDrill,
};
