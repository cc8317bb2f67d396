/** A board of each kind of source, from the source through the real processes into the search. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WatchedProcess } from '../../../faults/watched-process.ts';
import { upsertBoard, type BoardInput } from '../../../../store/boards/boards.ts';
import { eventually } from '../../../support/archive.ts';
import { drained } from '../../../support/indexer.ts';
import { indexPage, mbox } from '../../../support/mailing-list.ts';
import { freePort } from '../../../support/ports.ts';
import { useWorld } from '../../../support/world.ts';
import { ArchiveSite } from './archive-site.ts';
import { OtherArchive } from '../backfill/archive-documents.ts';

const world = useWorld();
const site = new ArchiveSite();
let processes: WatchedProcess[] = [];
let serverUrl = '';

const TIME = 1_700_000_000;
const chanThread = (word: string) => ({
  posts: [
    { no: 100, resto: 0, time: TIME, name: 'Ann', sub: 'Tea', com: `Which kettle, ${word}?`, replies: 1, images: 0 },
    {
      no: 101,
      resto: 100,
      time: TIME + 5,
      name: 'Bob',
      com: `<a href="#p100" class="quotelink">&gt;&gt;100</a><br>The ${word} one.`,
    },
  ],
});
const chanList = [{ page: 1, threads: [{ no: 100, last_modified: TIME + 5, replies: 1 }] }];

function publish(): void {
  site.putJson('/chan/a/threads.json', chanList);
  site.putJson('/chan/a/thread/100.json', chanThread('copper'));
  site.putJson('/vichan/tea/threads.json', chanList);
  site.putJson('/vichan/tea/res/100.json', chanThread('enamel'));
  new OtherArchive(site, 'g').publish([{ num: 100, replies: 2, ghosts: 1 }]);
  const ann = { from: 'ann at kettle.example (Ann)', date: '2016-06-03T10:00:00Z' };
  site.put('/pipermail/tea-talk/', indexPage(['2016-June']));
  site.putPacked(
    '/pipermail/tea-talk/2016-June.txt.gz',
    mbox([
      { ...ann, id: 'a@x', subject: '[Tea] Kettles', text: 'Is pewter safe?' },
      {
        ...ann,
        id: 'b@x',
        subject: 'Re: [Tea] Kettles',
        replyTo: 'a@x',
        text: '> Is pewter safe?\nYou may write to ann@kettle.example.',
      },
    ]),
  );
}

const BOARDS: readonly Pick<BoardInput, 'name' | 'source' | 'url' | 'sourceName'>[] = [
  { name: 'a', source: '4chan', url: '/chan' },
  { name: 'b', source: 'vichan', url: '/vichan', sourceName: 'tea' },
  { name: 'c', source: 'foolfuuka', url: '', sourceName: 'g' },
  { name: 'd', source: 'pipermail', url: '/pipermail', sourceName: 'tea-talk' },
];

beforeAll(async () => {
  await site.open();
  publish();
  for (const board of BOARDS) {
    const url = site.url + board.url;
    await upsertBoard(world().pool, { ...board, url, mediaUrl: url, title: board.name, worksafe: true });
  }
  const port = await freePort();
  serverUrl = `http://127.0.0.1:${port}`;
  const settings = { SAGASU_RATE_LIMIT: '0', SAGASU_SCRAPER_OWN_ORIGIN: site.url };
  processes = ['scraper/main.ts', 'indexer/main.ts'].map((main) => new WatchedProcess(main, world(), settings));
  processes.push(new WatchedProcess('server/main.ts', world(), { ...settings, SAGASU_PORT: String(port) }));
  await eventually('every board has its posts', async () => {
    const { rows } = await world().pool.query<{ posts: string }>('select count(*) as posts from posts');
    return rows[0]?.posts === '10';
  });
  await drained(world());
});
afterAll(async () => {
  await Promise.all(processes.map(async (each) => each.kill()));
  await site.close();
});

async function search(query: string): Promise<(string | number)[][]> {
  const answer = await fetch(`${serverUrl}/api/v1/search?${new URLSearchParams({ q: query, sort: 'old' }).toString()}`);
  if (!answer.ok) throw new Error(await answer.text());
  const { hits } = (await answer.json()) as { hits: { board: string; num: number; subnum: number; thread: number }[] };
  return hits.map(({ board, num, subnum, thread }) => [board, num, subnum, thread]);
}

test.each([
  [
    '4chan',
    'copper',
    [
      ['a', 100, 0, 100],
      ['a', 101, 0, 100],
    ],
  ],
  [
    'vichan',
    'enamel',
    [
      ['b', 100, 0, 100],
      ['b', 101, 0, 100],
    ],
  ],
  [
    'another archive',
    'board:c words',
    [
      ['c', 100, 0, 100],
      ['c', 101, 0, 100],
      ['c', 102, 0, 100],
    ],
  ],
  ['a ghost on another archive', 'ghost', [['c', 102, 1, 100]]],
  [
    'a mailing list',
    'pewter',
    [
      ['d', 20160600001, 0, 20160600001],
      ['d', 20160600002, 0, 20160600001],
    ],
  ],
  ["a mailing list's subject", 'subject:kettles is:op', [['d', 20160600001, 0, 20160600001]]],
])('%s is found', async (_source, query, found) => {
  await eventually(
    'the search shows the post',
    async () => JSON.stringify(await search(query)) === JSON.stringify(found),
  );
});

test("no answer contains a sender's address", async () => {
  const thread = await (await fetch(`${serverUrl}/api/v1/boards/d/threads/20160600001`)).text();
  expect(thread).toContain('pewter');
  expect(thread).not.toContain('kettle.example');
  expect(await search('"kettle.example"')).toEqual([]);
  const documents = await world().elasticsearch.search({ index: `${world().indexPrefix}posts-d*`, size: 10 });
  expect(documents.hits.hits).toHaveLength(2);
  expect(JSON.stringify(documents)).not.toContain('kettle.example');
});
