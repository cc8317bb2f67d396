/**
 * Time from an Asagi dump to committed rows, by the command in a process of its own; compared with a bare COPY of the same rows into
 * `posts` with its indexes. Also measures the command's peak memory.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withConnection } from '../../../../platform/postgres.ts';
import type { World } from '../../../../test/support/world.ts';
import { writeAsagiDump } from './asagi-dump.ts';
import { runMeasured } from '../../../../test/bench/run-command.ts';
import { timed, toMeasure, type Measure } from '../../../../test/bench/measure.ts';

const MEMORY_MB = 400;
/** The command takes a second to start. */
const MIN_POSTS = 200_000;
const ROUNDS = 3;

export async function measureImport(
  world: World,
  {
    posts: wanted,
    profile,
    say,
  }: { readonly posts: number; readonly profile: string | undefined; readonly say: (line: string) => void },
): Promise<readonly Measure[]> {
  const posts = Math.max(wanted, MIN_POSTS);
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-import-'));
  const [dump, rows] = [join(folder, 'bench.sql'), join(folder, 'rows')];
  try {
    say(`writing a dump of ${posts} posts`);
    await writeAsagiDump(dump, posts);
    const rounds: [number, number][] = [];
    let peak = 0;
    for (let round = 0; round < (posts > MIN_POSTS ? 1 : ROUNDS); round++) {
      await world.pool.query('truncate posts, dirty, import_positions');
      const ours = await timed(async () => {
        const run = await runMeasured(world, ['import', 'asagi', '--json', dump], { profile });
        peak = Math.max(peak, run.peak);
      });
      const {
        rows: [counted],
      } = await world.pool.query<{ posts: number }>('select count(*)::int as posts from posts');
      if (counted?.posts !== posts) throw new Error(`${counted?.posts} posts of ${posts} were imported`);
      await withConnection(world.pool, async (client) => {
        await client.query('set statement_timeout = 0');
        await pipeline(
          client.query(copyTo('copy (select * from posts order by num) to stdout')),
          createWriteStream(rows),
        );
      });
      await world.pool.query('truncate posts, dirty, import_positions');
      const theirs = await timed(() => copyRows(world, rows));
      say(`import ${Math.round(ours)} ms, COPY ${Math.round(theirs)} ms, peak ${peak} MB`);
      rounds.push([(posts * 1000) / ours, (posts * 1000) / theirs]);
    }
    const against = 'COPY of the same rows into posts with its indexes';
    return [
      toMeasure('import of an Asagi dump', rounds, { at: 'least', ratio: 0.7 }, 'posts/s', against),
      toMeasure('import: peak memory', [[peak, MEMORY_MB]], { at: 'most', ratio: 1 }, 'MB', 'the limit'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function copyRows({ pool }: World, path: string): Promise<void> {
  await withConnection(pool, async (client) => {
    await client.query('set statement_timeout = 0');
    await pipeline(
      createReadStream(path, { highWaterMark: 256 * 1024 }),
      client.query(copyFrom('copy posts from stdin')),
    );
  });
}
