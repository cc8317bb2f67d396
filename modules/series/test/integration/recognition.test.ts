/** Series are recognised while openers arrive, change, and disappear; a rebuild gives the same result. */
import { expect, onTestFinished, test } from 'vitest';
import { givenArchive } from '../../../../test/integration/server/given-archive.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { queueRebuild } from '../../store/rebuild.ts';
import { recogniseQueued } from '../../store/recognise.ts';
import { randomOf, shuffled } from '../support/random.ts';

const world = useWorld();

interface Opener {
  readonly num: number;
  readonly subject: string | null;
  readonly comment: string;
  readonly mediaHash: Buffer | null;
}

const SUBJECTS = [
  '/dpt/ - Daily Programming Thread',
  '/dpt/ - old edition',
  'Daily Programming Thread',
  'Friendly GNU/Linux Thread',
  '/fglt/ - Friendly GNU/Linux Thread',
  'Screenshot General #{n}',
  'Help',
  'a question',
  null,
  null,
  null,
];
const TEXTS = [
  'Welcome to the Daily Programming Thread, what are you working on, and in which language?',
  'Rules of the friendly thread: search the web before you ask, and name your distribution and kernel.',
  'hm',
];
const quote = (num: number) => `<a href="#p${num}" class="quotelink">&gt;&gt;${num}</a>`;

function openers(random: () => number, count: number): readonly Opener[] {
  const pick = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)] as T;
  return Array.from({ length: count }, (_, place) => {
    const num = (place + 1) * 10;
    const links = random() < 0.4 && place > 0;
    // Some name a thread that the archive does not have.
    const target = random() < 0.1 ? num - 5 : (Math.floor(random() * place) + 1) * 10;
    return {
      num,
      subject: pick(SUBJECTS)?.replace('{n}', String(place)) ?? null,
      comment: `${pick(TEXTS)}${links ? `<br>Previous thread: ${quote(target)}` : ''}`,
      mediaHash: random() < 0.5 ? null : Buffer.alloc(16, Math.floor(random() * 3)),
    };
  });
}

async function state(): Promise<unknown> {
  const { rows } = await world().pool.query(
    'select board_id, num, base, root, found, name, reason from series_openers order by board_id, num',
  );
  const { rows: series } = await world().pool.query('select * from series order by board_id, name');
  return { rows, series };
}

const recognise = async () => {
  while ((await recogniseQueued(world().pool)) > 0);
};

test.each([1, 2, 3, 4])(
  'openers in any order, hides, edits and rules: the result is that of a rebuild (%i)',
  async (seed) => {
    const random = randomOf(seed);
    const { pool } = world();
    const archive = givenArchive(world());
    const board = await archive.board(`r${seed}`);
    const name = `r${seed}`;
    const all = openers(random, 60);
    const write = async (some: readonly Opener[]) =>
      archive.store(
        name,
        some.map((one) => ({ ...one, thread: one.num, opener: true })),
      );
    for (const [place, opener] of shuffled(all, random).entries()) {
      await write([opener]);
      if (random() < 0.5) await recognise();
      if (place === 20) {
        await pool.query(
          `insert into series_rules (board_id, series, first_thread, last_thread, target, made_by)
         values ($1, 'screenshot', null, null, 'dpt', 'a'), ($1, null, 100, 100, 'alone', 'a'), ($1, 'dpt', 300, null, 'new', 'a')`,
          [board],
        );
      }
      const victim = all[Math.floor(random() * all.length)]?.num;
      if (random() < 0.15)
        await pool.query('update posts set hidden = not hidden where board_id = $1 and num = $2', [board, victim]);
      if (random() < 0.15) {
        await pool.query(`update posts set subject = $3 where board_id = $1 and num = $2`, [
          board,
          victim,
          SUBJECTS[place % SUBJECTS.length],
        ]);
      }
      if (place === 40) {
        await pool.query(
          `update series_rules set undone_at = now(), undone_by = 'a' where board_id = $1 and series = 'screenshot'`,
          [board],
        );
      }
    }
    await recognise();
    const incremental = await state();
    await queueRebuild(pool, [board]);
    await recognise();
    expect(await state()).toEqual(incremental);
    await pool.query('truncate series, series_openers');
    const { rows } = await pool.query<{ id: number }>('select id from boards');
    await queueRebuild(
      pool,
      rows.map(({ id }) => id),
    );
    await recognise();
    expect(await state()).toEqual(incremental);
    expect(JSON.stringify(incremental)).toContain('"reason":"text"');
  },
  120_000,
);

const edition = (num: number) => ({ num, thread: num, opener: true, subject: '/dpt/ - Daily Programming Thread' });

test('the work of an opener that a writer has locked waits for the writer, and the work of others does not', async () => {
  const { pool } = world();
  const archive = givenArchive(world());
  const board = await archive.board('locked');
  await archive.store('locked', [edition(10), edition(20), edition(30)]);
  const editions = async () => {
    const { rows } = await pool.query<{ num: string }>(
      `select num from series_openers where board_id = $1 and name = 'dpt' order by num`,
      [board],
    );
    return rows.map(({ num }) => Number(num));
  };
  const writer = await pool.connect();
  onTestFinished(() => writer.release());
  await writer.query('begin');
  await writer.query('update posts set sticky = true where board_id = $1 and num = 10', [board]);
  await recognise();
  expect(await editions()).toEqual([20, 30]);
  await writer.query('commit');
  await recognise();
  expect(await editions()).toEqual([10, 20, 30]);
});
