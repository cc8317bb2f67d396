/** `sagasu export archive` of every post, compressed and with checksums, compared with COPY of the same table to a file. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { exportArchive } from '../../../archive-export/export-archive.ts';
import type { World } from '../../support/world.ts';
import { FOUR_BOARDS } from '../corpus.ts';
import { loadCorpus } from '../load.ts';
import { timed, toMeasure, type Measure } from '../measure.ts';

/** An export has a fixed cost: it checks and syncs a dozen files, however few posts it has. */
const MIN_POSTS = 200_000;
const ROUNDS = 5;

export async function measureExportArchive(world: World, wanted: number): Promise<readonly Measure[]> {
  const posts = Math.max(wanted, MIN_POSTS);
  await loadCorpus(world, FOUR_BOARDS, posts);
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-bench-'));
  try {
    const rounds: [number, number][] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await timed(async () => ourExport(world, join(folder, `out${round}`)));
      const theirs = await timed(async () => copyAll(world, join(folder, `copy${round}`)));
      // The first round warms up.
      if (round > 0) rounds.push([(posts * 1000) / ours, (posts * 1000) / theirs]);
    }
    return [toMeasure('export archive', rounds, { at: 'least', ratio: 0.5 }, 'posts/s', 'COPY of posts to a file')];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ourExport({ pool }: World, folder: string): Promise<void> {
  const signal = new AbortController().signal;
  await exportArchive(pool, {
    folder,
    full: true,
    datastores: null,
    now: new Date(),
    signal,
    pace: async () => Promise.resolve(),
    onProgress: () => undefined,
  });
}

async function copyAll({ pool }: World, path: string): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(client.query(copyTo('copy (select * from posts) to stdout')), createWriteStream(path));
  } finally {
    client.release();
  }
}
