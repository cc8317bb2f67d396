/** A purged post does not return through an import, in any table. */
import { expect, test } from 'vitest';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { aPost, insertBoard, writePosts } from '../../../../test/support/builders.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { wardenOf } from '../../../../test/support/sessions.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenAsagiArchive } from '../support/asagi-archive.ts';
import { importFiles } from '../support/stored.ts';

const world = useWorld();
const WORD = 'quetzalcoatlus';
const THREAD = 100;
const PURGED = 101;

async function tablesWith(word: string): Promise<readonly string[]> {
  const { rows: tables } = await world().pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await world().pool.query(`select from ${name} t where t::text ilike $1 limit 1`, [
      `%${word}%`,
    ]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

test('an import of another archive that has a purged post does not bring it back', async () => {
  const board = await insertBoard(world().pool, 'g');
  await writePosts(world().pool, board, [
    aPost({ num: THREAD }),
    aPost({ num: PURGED, thread: THREAD, comment: WORD }),
  ]);
  expect(await tablesWith(WORD)).not.toEqual([]);
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  await moderate(pool, {
    action: 'purge',
    board,
    posts: [{ num: PURGED, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: 'a test',
    now: new Date(),
  });
  await pool.end();
  expect(await tablesWith(WORD)).toEqual([]);
  const { dump } = await givenAsagiArchive({
    g: [{ num: PURGED, thread_num: THREAD, comment: WORD, title: WORD, name: WORD, exif: `{"${WORD}":"${WORD}"}` }],
  });
  const report = await importFiles(world(), [dump('g')], { clock: 'utc' });
  expect(report.boards[0]).toMatchObject({ read: 1, imported: 0, skipped: { 'purged here': 1 } });
  expect(await tablesWith(WORD)).toEqual([]);
});
