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
import { rereadMessages, type RereadMonth, type RereadOptions } from '../../../../scraper/backfill/reread-messages.ts';
import { pipermail } from '../../../../scraper/sources/pipermail/source.ts';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { sagasu } from '../../cli/harness.ts';

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
    'truncate posts, dirty, raw_messages, charset_proposals, harvest_state, refusals, messages, senders, forums, url_history, backfills',
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

/** КОИ-8: «Привет», as bytes. */
const HELLO = '\u00F0\u00D2\u00C9\u00D7\u00C5\u00D4';

function publishBytes(month: string, text: string): void {
  site.put('/pipermail/bee-talk/', indexPage([month]));
  site.put(`/pipermail/bee-talk/${month}.txt.gz`, Buffer.from(text, 'latin1'));
}

async function reread(options: Partial<RereadOptions> = {}): Promise<readonly RereadMonth[]> {
  const all = { from: null, to: null, dryRun: false, charset: 'windows-1252', ...options };
  const months: RereadMonth[] = [];
  for await (const month of rereadMessages(harness.context, pipermail.mail, board, all)) months.push(month);
  return months;
}

const raws = async () => {
  const { rows } = await world().pool.query<{ num: string }>('select num from raw_messages order by num');
  return rows.map(({ num }) => Number(num));
};

test('kept messages are read again by another charset and by newer rules, and keep their numbers', async () => {
  publishBytes(
    '2016-June',
    mbox([
      { ...root, text: HELLO },
      { ...reply, subject: '=?unknown-8bit?Q?Re:_=F0?=' },
    ]),
  );
  await pass();
  const stored = async () =>
    (await storedPosts(world().pool)).map(({ num, thread, subject, comment }) => [num, thread, subject, comment]);
  const [opener, answer] = await stored();
  expect(opener?.[3]).toBe('\u00F0\u00D2\u00C9\u00D7\u00C5\u00D4');
  expect(await raws()).toEqual([20160600001, 20160600002]);

  // Posts and keys as an earlier version would have left them.
  await world().pool.query("update messages set key = 'none:old' where num = 20160600001");
  await world().pool.query(
    'update messages set thread = num, subject = null where num = 20160600002; ' +
      "update posts set thread = num, opener = true, subject = 'wrong' where num = 20160600002",
  );
  const options = { charset: 'koi8-r' };
  const [planned] = await reread({ ...options, dryRun: true });
  expect(planned).toMatchObject({ month: 201606, read: 2, changed: 2 });
  expect(planned?.changes.map(({ num, field }) => `${num} ${field}`)).toEqual([
    '20160600001 comment',
    '20160600002 thread',
    '20160600002 subject',
  ]);
  expect((await stored())[0]).toEqual(opener);

  expect(await reread(options)).toEqual([planned]);
  expect(await stored()).toEqual([
    [20160600001, 20160600001, 'Swarms', 'Привет'],
    [20160600002, 20160600001, 'Re: П', answer?.[3]],
  ]);
  const { rows } = await world().pool.query('select key from messages order by num');
  expect(rows).toEqual([{ key: 'r@x' }, { key: 's@x' }]);
  const before = await writeTrace(world().pool);
  expect(await reread(options)).toEqual([{ month: 201606, read: 2, changed: 0, changes: [] }]);
  expect(await writeTrace(world().pool)).toBe(before);
});

const proposals = async () => {
  const { rows } = await world().pool.query('select num, read_as, charset, before, after from charset_proposals');
  return rows.map((row: { readonly num: string }) => ({ ...row, num: Number(row.num) }));
};

/** "Пчелы улетели из улья.", "Куда? Где они теперь живут?" and "Рой" in KOI8-R. */
const FLEW =
  '\u00F0\u00DE\u00C5\u00CC\u00D9 \u00D5\u00CC\u00C5\u00D4\u00C5\u00CC\u00C9 \u00C9\u00DA \u00D5\u00CC\u00D8\u00D1.';
const WHERE =
  '\u00EB\u00D5\u00C4\u00C1? \u00E7\u00C4\u00C5 \u00CF\u00CE\u00C9 \u00D4\u00C5\u00D0\u00C5\u00D2\u00D8 \u00D6\u00C9\u00D7\u00D5\u00D4?';
const SWARM = '\u00F2\u00CF\u00CA';

test('a better charset of messages without one is proposed, and messages follow the setting of the board', async () => {
  // The index is in the same charset, which it declares.
  const index = indexPage(['2016-June']).replace('<title>', `<META charset="koi8-r"><title>${HELLO}`);
  site.put('/pipermail/bee-talk/', Buffer.from(index, 'latin1'));
  const months = mbox([
    { ...root, text: FLEW },
    { ...reply, text: WHERE },
    { ...late, subject: SWARM, date: '2016-06-05T10:00:00Z' },
  ]);
  site.put('/pipermail/bee-talk/2016-June.txt.gz', Buffer.from(months, 'latin1'));
  await pass();
  expect(await proposals()).toEqual([
    {
      num: 20160600002,
      read_as: 'windows-1252',
      charset: 'koi8-r',
      before: WHERE,
      after: 'Куда? Где они теперь живут?',
    },
    { num: 20160600001, read_as: 'windows-1252', charset: 'koi8-r', before: FLEW, after: 'Пчелы улетели из улья.' },
    { num: 20160600003, read_as: 'windows-1252', charset: 'koi8-r', before: SWARM, after: 'Рой' },
  ]);
  const before = await writeTrace(world().pool);
  await pass();
  expect(await writeTrace(world().pool)).toBe(before);

  await changeSettings(world().pool, board, { 'mail.charset': 'koi8-r' });
  await pass();
  const posts = await storedPosts(world().pool);
  expect(posts.map(({ num, comment, subject }) => [num, comment, subject])).toEqual([
    [20160600001, 'Пчелы улетели из улья.', 'Swarms'],
    [20160600002, expect.stringContaining('Куда? Где они теперь живут?'), 'Re: Swarms'],
    [20160600003, expect.stringContaining('To the oak.'), 'Рой'],
  ]);
  expect(await proposals()).toEqual([]);
  const after = await writeTrace(world().pool);
  await pass();
  expect(await writeTrace(world().pool)).toBe(after);
  await changeSettings(world().pool, board, { 'mail.charset': null });
});

test('a message without an id keeps its number when its key is made by another rule', async () => {
  publish({ '2016-June': [{ ...root, id: null }] });
  await pass();
  await world().pool.query("update messages set key = 'none:of an earlier version'");
  publish({ '2016-June': [{ ...root, id: null }, reply] });
  await pass();
  expect((await storedPosts(world().pool)).map(({ num }) => num)).toEqual([20160600001, 20160600002]);
});

test('a purge deletes the kept message, and no later read keeps it again', async () => {
  publish({ '2016-June': [root, reply] });
  await pass();
  await world().pool.query(
    'update posts set time_purged = now(), hidden = true, comment = null, subject = null, name = null, posterid = null, extra = null where num = 20160600002',
  );
  expect(await raws()).toEqual([20160600001]);
  await reread();
  memory = createHistoryState();
  publish({ '2016-June': [root, reply, late] });
  await pass();
  expect(await raws()).toEqual([20160600001, 20160600003]);
});

test('the command reports each month, tries a charset only without writing, and counts what was not kept', async () => {
  publishBytes('2016-June', mbox([{ ...root, text: HELLO }, reply]));
  await pass();
  await world().pool.query('delete from raw_messages where num = 20160600002');
  const tried = await sagasu(world(), 'reprocess', 'mail', 'bees', '--dry-run', '--charset', 'koi8-r', '--show', '1');
  expect(
    tried.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { board: 'bees', month: '2016-06', read: 1, changed: 1, comment: 1 },
    { num: 20160600001, field: 'comment', before: '\u00F0\u00D2\u00C9\u00D7\u00C5\u00D4', after: 'Привет' },
    { board: 'bees', read: 1, changed: 1, not_kept: 1 },
  ]);
  const proposed = await sagasu(world(), 'reprocess', 'charsets', 'bees');
  expect(proposed.stdout).toMatch(/^\{"charset":"[^"]+".*"sample":"[^"]+"/);
  const refused = await sagasu(world(), 'reprocess', 'mail', 'bees', '--charset', 'koi8-r');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--charset needs --dry-run')]);
  await sagasu(world(), 'board', 'set', 'bees', 'mail.charset=koi8-r');
  await sagasu(world(), 'reprocess', 'mail', 'bees');
  expect((await storedPosts(world().pool))[0]?.comment).toBe('Привет');
  // New messages are read by it too.
  publishBytes(
    '2016-June',
    mbox([{ ...root, text: HELLO }, reply, { ...late, date: '2016-06-20T10:00:00Z', text: HELLO }]),
  );
  memory = createHistoryState();
  await pass();
  expect((await storedPosts(world().pool)).at(-1)?.comment).toContain('Привет');
  await sagasu(world(), 'board', 'set', 'bees', 'mail.charset=');
});
