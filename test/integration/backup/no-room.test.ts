/** A disk that is too small for the backup: the error names it, nothing incomplete is left, and the next try succeeds. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveWal } from '../../../backup/base/archive-wal.ts';
import { folderPlace } from '../../../backup/place.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts';
import { useWorld } from '../../support/world.ts';
import { sagasu } from '../cli/harness.ts';

const PAGE = 4096;
const world = useWorld();
let disk: SmallDisk;
let recipient: string;

beforeAll(async () => {
  disk = mountSmallDisk(1024 * PAGE);
  recipient = await identityToRecipient(await generateX25519Identity());
});
afterAll(() => disk.unmount());

test('a backup without room fails with a way out, and leaves nothing', async () => {
  const board = await insertBoard(world().pool, 'g');
  // Hexadecimal digits of random bytes compress to half of their size.
  const comments = Array.from({ length: 40 }, () => randomBytes(5_000).toString('hex'));
  await writePosts(
    world().pool,
    board,
    comments.map((comment, place) => aPost({ num: place + 1, thread: 1, comment })),
  );
  const folder = join(disk.path, 'backups');
  await disk.fillTo(20 * PAGE);
  const full = await sagasu(world(), 'backup', folder, '--recipient', recipient);
  expect(full).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${folder} is full: remove old backups`) as string,
  });
  expect(await readdir(folder)).toEqual([]);
  const { rows } = await world().pool.query(
    `select status, error ->> 'message' as message from tasks where kind = 'backup'`,
  );
  expect(rows).toEqual([{ status: 'failed', message: expect.stringContaining('is full') as string }]);

  await disk.clear();
  expect(await sagasu(world(), 'backup', folder, '--recipient', recipient)).toMatchObject({ code: 0 });
});

test('a segment of the log without room is refused, so PostgreSQL keeps it, and is stored when there is room', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sagasu-cluster-'));
  try {
    await mkdir(join(dataDir, 'global'));
    await mkdir(join(dataDir, 'pg_wal'));
    await writeFile(join(dataDir, 'global/pg_control'), Buffer.from([7, 0, 0, 0, 0, 0, 0, 0]));
    const path = 'pg_wal/000000010000000000000001';
    await writeFile(join(dataDir, path), randomBytes(100 * PAGE));
    const folder = join(disk.path, 'log');
    const given = { path, dataDir, place: folderPlace(folder), recipients: [recipient] };
    await disk.fillTo(20 * PAGE);
    await expect(archiveWal(given)).rejects.toThrow(`${folder} is full: PostgreSQL keeps its log until there is room`);
    const group = join(folder, 'wal/7/0000000100000000');
    expect(await readdir(group)).toEqual([]);

    await disk.clear();
    await archiveWal(given);
    expect(await readdir(group)).toHaveLength(1);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
