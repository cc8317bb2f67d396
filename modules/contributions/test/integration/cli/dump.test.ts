/** `sagasu dump` against a running server with real stores. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readDump } from '../../../format/read-dump.ts';
import { wavFile } from '../../../../../test/support/wav-file.ts';
import { useWorld } from '../../../../../test/support/world.ts';
import { givenServer, type GivenServer } from '../../../../../test/integration/server/given-archive.ts';

const world = useWorld();
const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../../../../../cli/main.ts');
let server: GivenServer;
let address: string;
let folder: string;

beforeAll(async () => {
  server = await givenServer(world());
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => server.close());
beforeEach(async () => {
  await world().pool.query('truncate dumps cascade');
  folder = await mkdtemp(join(tmpdir(), 'sagasu-client-'));
  await writeFile(join(folder, 'sound.wav'), wavFile(2));
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'picture.png'), picture);
  return async () => rm(folder, { recursive: true });
});

/** An environment without settings, stores or the developer's home folder. */
async function sagasu(...words: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [MAIN, 'dump', ...words], {
    env: { HOME: `${folder}-home`, PATH: '' },
  });
  return stdout.trim();
}

async function stored() {
  const { rows } = await world().pool.query<{ content: Buffer; contributors: number }>(
    `select content, (select count(*)::int from dump_contributors c where c.dump_id = d.id) as contributors
       from dumps d where state = 0 order by type`,
  );
  return rows.map(({ content, contributors }) => ({ ...readDump(content), contributors }));
}

test('files of a folder are described and sent once, and again when they change', async () => {
  expect(await sagasu(folder, '--to', address)).toBe('2 added, 0 done before, 0 failed');
  const [sound, picture] = await stored();
  expect(sound).toMatchObject({ contributors: 1, media: { container: 'Wave', tracks: [{ codec: 'PCM' }] } });
  const rgba = Buffer.from('123456ff'.repeat(40 * 30), 'hex');
  const pixels = createHash('sha3-256').update(rgba).digest('hex');
  expect(picture).toMatchObject({ file: { type: 'png' }, image: { width: 40, height: 30, pixels } });
  expect(picture?.image?.perceptual).toMatch(/^-?\d+$/);
  expect(await sagasu(folder, '--to', address)).toBe('2 done before, 0 failed');
  await writeFile(join(folder, 'sound.wav'), wavFile(3));
  expect(await sagasu(folder, '--to', address)).toBe('1 added, 1 done before, 0 failed');
  // Only the owner may read the key file.
  expect((await stat(`${folder}-home/.config/sagasu/contributor.key`)).mode & 0o777).toBe(0o600);
  // Another contributor confirms the dumps, although the files are in another folder.
  const cache = ['--cache', join(folder, '..', `${folder}-home/other`)];
  expect(await sagasu(folder, '--to', address, '--key', `${folder}-home/other.key`, ...cache)).toBe(
    '2 confirmed, 0 done before, 0 failed',
  );
  await rm(`${folder}-home`, { recursive: true });
});

test('dumps are written without an archive, and sent later', async () => {
  const out = `${folder}-out`;
  expect(await sagasu(folder, '--offline', out)).toBe('2 written, 0 done before, 0 failed');
  expect(await readdir(out)).toHaveLength(2);
  expect(await stored()).toEqual([]);
  expect(await sagasu('--send-from', out, '--to', address)).toBe('2 added, 0 failed');
  expect(await readdir(out)).toEqual([]);
  expect(await stored()).toHaveLength(2);
  await Promise.all([rm(`${folder}-home`, { recursive: true }), rm(out, { recursive: true })]);
});

test('a dump that the archive refuses stays in its folder, and the others are sent', async () => {
  const out = `${folder}-out`;
  await sagasu(folder, '--offline', out);
  await writeFile(join(out, 'a.dump.xml'), '<dump/>');
  await writeFile(join(out, 'notes.txt'), 'not a dump');
  const sent = sagasu('--send-from', out, '--to', address);
  await expect(sent).rejects.toMatchObject({
    code: 1,
    stdout: '2 added, 1 failed\n',
    stderr: expect.stringContaining('a.dump.xml: The dump is invalid'),
  });
  expect((await readdir(out)).toSorted()).toEqual(['a.dump.xml', 'notes.txt']);
  await Promise.all([rm(`${folder}-home`, { recursive: true }), rm(out, { recursive: true })]);
});

test('without an archive the command fails with a message and does not mark files as done', async () => {
  await expect(sagasu(folder, '--to', 'http://127.0.0.1:1')).rejects.toThrow('cannot be reached');
  await expect(sagasu(folder)).rejects.toThrow('either --to or --offline');
  expect(await sagasu(folder, '--to', address)).toBe('2 added, 0 done before, 0 failed');
  await rm(`${folder}-home`, { recursive: true });
});
