/** A mailing list that is harvested part by part. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertBoard } from '../../../../store/boards/boards.ts';
import { createHistoryState, walkHistory, type HistoryState } from '../../../../scraper/backfill/walk-history.ts';
import { listForums } from '../../../../scraper/forums/forums.ts';
import { reharvestForum } from '../../../../scraper/forums/reharvest.ts';
import { LeaseLostError, type LeasedBoard } from '../../../../scraper/leases/board-leases.ts';
import { useWorld } from '../../../support/world.ts';
import { ArchiveSite } from '../sources/archive-site.ts';
import { createHarness, type Harness } from '../harness.ts';
import { storedPosts, storedRefusals, writeTrace } from '../stored.ts';
import { hold } from '../upstream.ts';
import { indexPage, mbox, type Mail } from '../../../support/mailing-list.ts';

const world = useWorld();
const { signal } = new AbortController();
let site: ArchiveSite;
let board: LeasedBoard;
let harness: Harness;
let memory: HistoryState;

beforeAll(async () => {
  site = new ArchiveSite();
  await site.open();
});
afterAll(async () => {
  await harness.close();
  await site.close();
});
beforeEach(async () => {
  await world().pool.query(
    'truncate posts, dirty, harvest_state, refusals, messages, senders, forums, url_history, backfills',
  );
  const added = await upsertBoard(world().pool, {
    name: 'bees',
    sourceName: 'bee-talk',
    title: 'Bee talk',
    worksafe: true,
    source: 'pipermail',
    url: `${site.url}/pipermail`,
    mediaUrl: site.url,
  });
  board = await hold(world(), added);
  harness ??= createHarness(world(), added);
  memory = createHistoryState();
  site.takePaths();
});

function publish(months: Readonly<Record<string, readonly Mail[]>>): void {
  site.put('/pipermail/bee-talk/', indexPage(Object.keys(months)));
  for (const [month, mails] of Object.entries(months))
    site.putPacked(`/pipermail/bee-talk/${month}.txt.gz`, mbox(mails));
}

const pass = async () => walkHistory({ context: harness.context, board, signal }, memory);

const ann = { from: 'ann at hive.example (Ann)' };
const bob = { from: 'bob at hive.example (Bob)' };
const root: Mail = { ...ann, id: 'r@x', date: '2016-06-03T10:00:00Z', subject: 'Swarms', text: 'They left.' };
const reply: Mail = {
  ...bob,
  id: 's@x',
  date: '2016-06-04T10:00:00Z',
  subject: 'Re: Swarms',
  replyTo: 'r@x',
  text: '> They left.\nWhere to?',
};
const late: Mail = {
  ...ann,
  id: 't@x',
  date: '2016-07-01T10:00:00Z',
  subject: 'Re: Swarms',
  replyTo: 's@x',
  text: 'To the oak.',
};

async function threads(): Promise<Record<number, number[]>> {
  const posts = await storedPosts(world().pool);
  return Object.fromEntries(
    [...Map.groupBy(posts, ({ thread }) => thread)].map(([thread, members]) => [thread, members.map(({ num }) => num)]),
  );
}

test('messages are numbered by month and time, and belong to the thread of the message that they answer', async () => {
  publish({ '2016-June': [reply, root] });
  expect(await pass()).toBe(true);
  const posts = await storedPosts(world().pool);
  expect(posts).toMatchObject([
    { board: 'bees', num: 20160600001, thread: 20160600001, opener: true, name: 'Ann', subject: 'Swarms', replies: 1 },
    { num: 20160600002, thread: 20160600001, opener: false, name: 'Bob', timePosted: new Date('2016-06-04T10:00:00Z') },
  ]);
  expect(posts[0]?.timeBumped).toEqual(new Date('2016-06-04T10:00:00Z'));
  expect(posts[1]?.comment).toBe(
    '<a href="#p20160600001" class="quotelink">&gt;&gt;20160600001</a><br><span class="quote">&gt; They left.</span><br>Where to?',
  );
});

test('a reply stored before the message it answers moves to its thread later and keeps its number', async () => {
  publish({ '2016-July': [late] });
  await pass();
  expect(await threads()).toEqual({ 20160700001: [20160700001] });
  publish({ '2016-July': [late], '2016-June': [root, reply] });
  await pass();
  expect(await threads()).toEqual({ 20160600001: [20160600001, 20160600002, 20160700001] });
  const [opener, , moved] = await storedPosts(world().pool);
  expect(moved).toMatchObject({ opener: false, replies: null, timeBumped: null });
  expect(opener).toMatchObject({ replies: 2, timeBumped: new Date('2016-07-01T10:00:00Z') });
  const { rows } = await world().pool.query('select thread from dirty order by thread');
  expect(rows).toContainEqual({ thread: '20160600001' });
});

test('late messages of a month do not change existing numbers', async () => {
  publish({ '2016-June': [reply] });
  await pass();
  publish({ '2016-June': [root, reply] });
  await pass();
  // The question arrived after its answer had been numbered. As opener of the thread it would need a lower number.
  expect(await threads()).toEqual({ 20160600001: [20160600001], 20160600002: [20160600002] });
});

test('a finished part is fetched once, a living part only after a change, and an unchanged part writes nothing', async () => {
  const months = {
    '2016-August': [],
    '2016-July': [late],
    '2016-June': [root, reply],
    '2016-May': [{ ...root, id: 'm@x' }],
  };
  publish(months);
  await pass();
  expect(site.takePaths()).toHaveLength(5);
  const before = await writeTrace(world().pool);
  memory = createHistoryState();
  expect(await pass()).toBe(false);
  expect(site.asked.map(({ path, status }) => `${status} ${path.split('/').at(-1)}`)).toEqual([
    '200 ',
    '304 2016-August.txt.gz',
    '304 2016-July.txt.gz',
  ]);
  expect(await writeTrace(world().pool)).toBe(before);
});

const placeOf = (year: number, number: number) => year * 12 + number - 1;

test('consecutive finished months are stored as one range', async () => {
  const months = Object.fromEntries(
    ['2017-February', '2017-January', '2016-December', '2016-November', '2016-September'].map((month, at) => [
      month,
      [{ ...root, id: `m${at}@x` }],
    ]),
  );
  publish(months);
  await pass();
  const { rows } = await world().pool.query(
    'select finished::text, (select count(*)::int from url_history) as urls from forums',
  );
  expect(rows).toEqual([
    {
      finished: `{[${placeOf(2016, 9)},${placeOf(2016, 10)}),[${placeOf(2016, 11)},${placeOf(2017, 1)})}`,
      urls: 0,
    },
  ]);
  site.takePaths();
  memory = createHistoryState();
  await pass();
  expect(site.takePaths()).toHaveLength(3);
});

test('a part that is harvested again is requested again, other parts are not, and nothing is stored twice', async () => {
  const months = Object.fromEntries(
    ['2017-February', '2017-January', '2016-December', '2016-November', '2016-October'].map((month, at) => [
      month,
      [{ ...root, id: `m${at}@x` }],
    ]),
  );
  publish(months);
  await pass();
  const before = await storedPosts(world().pool);
  const [forum] = (await listForums(world().pool)).filter(({ board: name }) => name === 'bees');
  if (forum === undefined) throw new Error('the board is a forum');
  const old = board;
  await reharvestForum(world().pool, forum, { first: placeOf(2016, 11), last: placeOf(2016, 11) });
  // The scraper that was reading has lost its lease.
  site.takePaths();
  await expect(walkHistory({ context: harness.context, board: old, signal }, memory)).rejects.toThrow(LeaseLostError);
  const { rows } = await world().pool.query<{ finished: string }>('select finished::text from forums');
  expect(rows[0]?.finished).toBe(
    `{[${placeOf(2016, 10)},${placeOf(2016, 11)}),[${placeOf(2016, 12)},${placeOf(2017, 1)})}`,
  );
  board = await hold(world(), board);
  memory = createHistoryState();
  site.takePaths();
  await pass();
  expect(site.takePaths().filter((path) => /2016-/.test(path))).toEqual(['/pipermail/bee-talk/2016-November.txt.gz']);
  expect(await storedPosts(world().pool)).toEqual(before);
  expect((await world().pool.query('select finished::text from forums')).rows).toEqual([
    { finished: `{[${placeOf(2016, 10)},${placeOf(2017, 1)})}` },
  ]);
});

test("a sender's address is never visible to readers", async () => {
  const text =
    'Write to bob at hive.example or carol@hive.example.\nOn Friday, Ann <ann at hive.example> wrote:\nMeet me at noon.';
  publish({ '2016-June': [root, { ...reply, text }] });
  await pass();
  const posts = await storedPosts(world().pool);
  expect(JSON.stringify(posts)).not.toMatch(/hive\.example/);
  expect(posts[1]?.comment).toContain('Meet me at noon.');
  expect(posts.map(({ posterid }) => posterid)).toEqual([
    expect.stringMatching(/^s\d+$/),
    expect.stringMatching(/^s\d+$/),
  ]);
  expect(posts[0]?.posterid).not.toBe(posts[1]?.posterid);
  const client = await world().pool.connect();
  try {
    for (const role of ['sagasu_server', 'sagasu_indexer']) {
      await client.query(`set role ${role}`);
      await expect(client.query('select address from senders')).rejects.toThrow(/permission denied/);
    }
  } finally {
    await client.query('reset role');
    client.release();
  }
});

test('an unreadable part is refused and does not block older parts', async () => {
  publish({ '2016-August': [], '2016-July': [late], '2016-June': [root] });
  site.put('/pipermail/bee-talk/2016-July.txt.gz', '<html>Just a moment…</html>');
  await pass();
  expect(Object.keys(await threads())).toEqual(['20160600001']);
  expect(await storedRefusals(world().pool)).toMatchObject([{ reason: 'html' }]);
});

test('a walk that ends within a part resumes in it, and stores nothing twice', async () => {
  publish({ '2016-June': [root, reply], '2016-May': [{ ...root, id: 'm@x', date: '2016-05-03T10:00:00Z' }] });
  const { slices, ...rest } = harness.context;
  let ensured = 0;
  const failing = {
    ...slices,
    ensure: async (...order: Parameters<typeof slices.ensure>) => {
      if (++ensured === 2) throw new Error('the process is gone');
      return slices.ensure(...order);
    },
  };
  await expect(walkHistory({ context: { ...rest, slices: failing }, board, signal }, memory)).rejects.toThrow(
    'the process is gone',
  );
  memory = createHistoryState();
  await pass();
  expect(await threads()).toEqual({ 20160500001: [20160500001], 20160600001: [20160600001, 20160600002] });
});

test('a thread that a moderator has hidden is not joined with another', async () => {
  publish({ '2016-July': [late] });
  await pass();
  await world().pool.query('insert into moderated_threads (board_id, thread, purged) values ($1, 20160700001, false)', [
    board.id,
  ]);
  publish({ '2016-July': [late], '2016-June': [root, reply] });
  await pass();
  expect(await threads()).toEqual({ 20160600001: [20160600001, 20160600002], 20160700001: [20160700001] });
  await world().pool.query('truncate moderated_threads');
});
