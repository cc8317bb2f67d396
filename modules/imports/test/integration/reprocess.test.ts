/** Comments are converted again from the other archive's stored text. */
import { expect, onTestFinished, test } from 'vitest';
import { reprocessComments } from '../../asagi/reprocess.ts';
import { listBoards } from '../../../../store/boards/boards.ts';
import { givenAsagiArchive } from '../support/asagi-archive.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { sagasu } from '../../../../test/integration/cli/harness.ts';
import { importFiles, readPosts } from '../support/stored.ts';

const world = useWorld();

test('comments of an older version are corrected; the HTML of a source stays', async () => {
  const { pool } = world();
  const importer = createPostgresPool({ url: loginUrl(world().databaseUrl, 'importer') });
  onTestFinished(async () => importer.end());
  const rows = [
    { num: 1, comment: '[spoiler]a[/spoiler]' },
    { num: 2, thread_num: 1, comment: 'plain <b>' },
    { num: 3, thread_num: 1, comment: '[b]c[/b]' },
    { num: 4, thread_num: 1, comment: '[b]d[/b]' },
    { num: 5, thread_num: 1, comment: '>green' },
  ];
  await importFiles(world(), [(await givenAsagiArchive({ tiny: rows })).dump('tiny')], { clock: 'utc' });
  const imported = await readPosts(pool);
  const [board] = await listBoards(pool);
  if (board === undefined) throw new Error('no board');
  const again = async (dryRun: boolean) => reprocessComments(importer, board, { dryRun, now: new Date() });
  expect(await again(false)).toEqual({ read: 5, changed: 0 });
  expect(await readPosts(pool)).toEqual(imported);
  // The comments as an older version without these tags would have stored them.
  await pool.query(
    `update posts set comment = '[spoiler]a[/spoiler]', extra = jsonb_set(extra, '{asagi}', (extra -> 'asagi') - 'original') where num = 1`,
  );
  await pool.query(`update posts set comment = '[b]c[/b]' where num = 3`);
  await pool.query(`update posts set comment = '<i>from the source</i>', extra = null where num = 4`);
  expect(await again(true)).toEqual({ read: 4, changed: 2 });
  const { code, stdout } = await sagasu(world(), 'reprocess', 'comments', 'tiny');
  expect([code, JSON.parse(stdout)]).toEqual([0, { board: 'tiny', read: 4, changed: 2 }]);
  const mended = await readPosts(pool);
  expect(mended.map(({ num, comment }) => [num, comment])).toEqual([
    [1, '<s>a</s>'],
    [2, 'plain &lt;b&gt;'],
    [3, '<b>c</b>'],
    [4, '<i>from the source</i>'],
    [5, '<span class="quote">&gt;green</span>'],
  ]);
  expect(mended.map(({ extra }) => extra).filter((_, at) => at !== 3)).toEqual(
    imported.map(({ extra }) => extra).filter((_, at) => at !== 3),
  );
  expect(await again(false)).toEqual({ read: 4, changed: 0 });
});
