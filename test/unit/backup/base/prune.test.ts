import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prune } from '../../../../backup/base/prune.ts';
import { folderPlace } from '../../../../backup/place.ts';
import { BASE_FORMAT, BASE_VERSION, storedName, type BaseManifest } from '../../../../mappings/base-backup.ts';

const SYSTEM = '7000000000000000001';
const SEGMENT = 16 * 1024 ** 2;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-prune-'));
});
afterEach(async () => rm(folder, { recursive: true }));

const segmentName = (timeline: number, number: number) =>
  [timeline, 0, number].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');

async function addBase(day: number, timeline: number, segment: number, system = SYSTEM): Promise<string> {
  const name = `202605${String(day).padStart(2, '0')}T000000Z`;
  const manifest: BaseManifest = {
    format: BASE_FORMAT,
    version: BASE_VERSION,
    started_at: `2026-05-${day}T00:00:00Z`,
    ended_at: `2026-05-${day}T00:01:00Z`,
    postgresql: 180_000,
    system,
    timeline,
    start: `0/${(segment * SEGMENT + 40).toString(16).toUpperCase()}`,
    end: `0/${(segment * SEGMENT + 80).toString(16).toUpperCase()}`,
    segment_bytes: SEGMENT,
    database: 'sagasu',
    owner: 'sagasu',
    folder_bytes: 1,
    bytes: 100,
    sha256: '0'.repeat(64),
  };
  await mkdir(join(folder, 'base', name), { recursive: true });
  await writeFile(join(folder, 'base', name, 'manifest.json'), JSON.stringify(manifest));
  return name;
}

async function addWal(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const group = join(folder, 'wal', SYSTEM, name.slice(0, 16));
    await mkdir(group, { recursive: true });
    await writeFile(join(group, storedName(name, '0'.repeat(64))), '0123456789');
  }
}

async function walNames(): Promise<readonly string[]> {
  const files = await readdir(join(folder, 'wal', SYSTEM), { recursive: true });
  return files.flatMap((file) => /\/(.+)-0{32}\.zst\.age$/.exec(file)?.[1] ?? []).toSorted();
}

test('the newest base backups and the log since the first of them stay', async () => {
  const names = [await addBase(1, 1, 2), await addBase(2, 1, 4), await addBase(3, 1, 6)];
  await addWal(...[1, 2, 3, 4, 5, 6, 7].map((number) => segmentName(1, number)));
  const report = { removed: names.slice(0, 1), kept: names.slice(1), segments: 3, bytes: 130 };
  expect(await prune(folderPlace(folder), { keep: 2, dryRun: true })).toEqual(report);
  expect(await walNames()).toHaveLength(7);
  expect(await prune(folderPlace(folder), { keep: 2, dryRun: false })).toEqual(report);
  expect(await walNames()).toEqual([4, 5, 6, 7].map((number) => segmentName(1, number)));
  expect(await readdir(join(folder, 'base'))).toEqual(names.slice(1));
});

test('after a restore to an earlier moment, the log of a newer base backup that begins before an older one stays', async () => {
  await addBase(1, 1, 2);
  const abandoned = await addBase(2, 1, 9);
  // The restore ended in segment 4, where timeline 2 begins.
  const newest = await addBase(3, 2, 5);
  await addWal(...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => segmentName(1, number)), '00000002.history');
  await addWal(...[4, 5, 6].map((number) => segmentName(2, number)));
  expect(await prune(folderPlace(folder), { keep: 2, dryRun: false })).toMatchObject({
    kept: [abandoned, newest],
    segments: 4,
  });
  expect(await walNames()).toEqual(
    [
      ...[5, 6, 7, 8, 9].map((number) => segmentName(1, number)),
      '00000002.history',
      ...[5, 6].map((number) => segmentName(2, number)),
    ].toSorted(),
  );
});

test('another cluster with a log and without a base backup keeps its log', async () => {
  await addBase(1, 1, 8, '8');
  await addWal(segmentName(1, 1));
  expect(await prune(folderPlace(folder), { keep: 1, dryRun: false })).toMatchObject({ removed: [], segments: 0 });
  expect(await walNames()).toHaveLength(1);
});
