import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import type { Completion, Suggestions } from '../../../../mappings/contract/completion.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { loginUrl } from '../../../support/logins.ts';
import { freePort } from '../../../support/ports.ts';
import { wardenOf } from '../../../support/sessions.ts';
import { useWorld } from '../../../support/world.ts';
import {
  givenArchive,
  givenServer,
  NOW,
  type GivenArchive,
  type GivenPost,
  type GivenServer,
} from '../given-archive.ts';
import { completedBy } from './completed.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let pool: pg.Pool;
let boardId: number;

/** More posts than completion reads, so that it counts nothing. */
const MANY = 150;

const reply = (num: number, comment: string, other: Partial<GivenPost> = {}): GivenPost => ({
  num,
  comment,
  thread: 1,
  opener: false,
  ...other,
});
const opener = (num: number, subject: string): GivenPost => ({ num, subject, thread: num, opener: true });

beforeAll(async () => {
  archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('ck');
  const staff = await archive.board('staff');
  await changeSettings(world().pool, { id: staff }, { unlisted: true });
  await archive.storeAndIndex('g', [
    opener(1, '/dpt/ - Daily Programming Thread'),
    opener(2, '/dpt/ - Daily Programming Thread'),
    opener(3, 'Nightly programming in "C" thread'),
    opener(4, 'Quetzalcoatlus spotted'),
    { ...opener(5, 'Quokka thread'), hidden: true },
    ...Array.from({ length: MANY }, (_, at) => reply(100 + at, at % 3 === 0 ? 'a Keyboard' : 'the keyboards sing')),
    reply(300, 'Eine schöne Übersetzung der Ärzte'),
    reply(308, 'a pony'),
    reply(301, 'kept keyhole, keyhole and keybindings'),
    reply(302, 'ordinary or organic orders'),
    reply(303, '機械学習と機械翻訳'),
    reply(304, '機械学習の本'),
    reply(305, 'สวัสดีครับ'),
    reply(306, 'camelCaseName in kettle.words and keyhash0123456789abcdef0123456789abcdef'),
    reply(307, 'Ключ и ключица'),
    reply(400, 'quetzal sighted', { hidden: true }),
    reply(401, 'quixotic words'),
    reply(402, 'quicksilver words'),
  ]);
  await archive.storeAndIndex('ck', [
    ...Array.from({ length: 4 }, (_, at) => reply(20 + at, 'ketchup')),
    opener(1, 'Daily bread thread'),
  ]);
  await archive.storeAndIndex('staff', [reply(30, 'quorum of staff'), opener(31, 'Quorum of the staff')]);
  server = await givenServer(world());
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
});

afterAll(async () => {
  await server.close();
  await pool.end();
});

const completed = async (marked: string, from = server) => completedBy(from, marked);

const ofKind = (list: readonly Completion[], kind: Completion['kind']) => list.filter((one) => one.kind === kind);

async function words(marked: string): Promise<readonly string[]> {
  return ofKind(await completed(marked), 'word').map(({ text, count }) => `${text} ${count}`);
}

async function threads(marked: string): Promise<readonly string[]> {
  return ofKind(await completed(marked), 'thread').map(
    ({ description, thread }) => `/${thread?.board}/${thread?.num} ${description}`,
  );
}

test.each([
  ['keyb|', ['keyboards null', 'keyboard null', 'keybindings null']],
  ['-keyb|', ['keyboards null', 'keyboard null', 'keybindings null']],
  ['old KEYBO| love', ['keyboards null', 'keyboard null']],
  ['keyh|', ['keyhole 1']],
  ['uber|', ['übersetzung 1']],
  ['Ä|', []],
  ['är|', ['ärzte 1']],
  ['kett|', ['kettle 1']],
  ['ke board:ck|', []],
  ['board:ck ke|', ['ketchup 4']],
  ['ketc| -board:g (half', ['ketchup 4']],
  ['(board:ck OR ke|', ['keyboards null', 'keyboard null', 'kept null', 'kettle null']],
  ['board:g ketc|', []],
  ['ключ|', ['ключица 1']],
  ['機|', ['機械 2']],
  ['機械|', ['機械学習 2', '機械翻訳 1']],
  ['สวัส|', ['สวัสดี 1']],
  ['subject:prog|', ['programming 3']],
  ['op.subject:prog|', ['programming 3']],
  ['comment:prog|', []],
  ['comment:organ|', ['organic 1']],
  ['subject:organ|', []],
  ['k|', []],
  ['12|', []],
  ['file:key|', []],
])('%s is completed to the words of posts', async (marked, expected) => {
  expect(await words(marked)).toEqual(expected);
});

test.each([
  ['daily prog|', ['/g/2 /dpt/ - Daily Programming Thread']],
  ['programming th|', ['/g/3 Nightly programming in "C" thread', '/g/2 /dpt/ - Daily Programming Thread']],
  ['/dpt|', ['/g/2 /dpt/ - Daily Programming Thread']],
  ['daily|', ['/ck/1 Daily bread thread', '/g/2 /dpt/ - Daily Programming Thread']],
  ['board:ck daily|', ['/ck/1 Daily bread thread']],
  ['daily -bread prog|', []],
  ['has:image daily|', []],
  ['daily OR nigh|', []],
  ['dai| bread', []],
  ['d|', []],
])('%s is completed to threads by their subjects', async (marked, expected) => {
  expect(await threads(marked)).toEqual(expected);
});

test('a thread’s text searches for its subject', async () => {
  const marked = 'board:g nightly progr|';
  const [found] = ofKind(await completed(marked), 'thread');
  expect(found).toMatchObject({ from: 8, to: 21, thread: { board: 'g', num: 3 } });
  const { body } = await server.search({ q: `board:g ${found?.text}` });
  expect((body as { hits: { num: number }[] }).hits.map(({ num }) => num)).toEqual([3]);
  const suggested = (await server.get('/api/v1/search/suggestions?q=quetz')).body as Suggestions;
  expect(suggested[1]).toEqual(['quetzalcoatlus', 'subject:"Quetzalcoatlus spotted"']);
});

test('words come after the query’s language, of which few come first', async () => {
  const kinds = (await completed('or|')).map(({ kind }) => kind);
  expect(kinds.slice(0, 4)).toEqual(['field', 'operator', 'word', 'word']);
  const many = (await completed('po|')).map(({ kind }) => kind);
  expect([many.slice(0, 3).includes('word'), many[3], many.slice(4).includes('field')]).toEqual([false, 'word', true]);
  expect((await completed('OR|'))[1]?.text).toBe('OR');
});

test('no word or thread of a hidden post or an unlisted board is offered', async () => {
  expect(await words('qu|')).toEqual(['quixotic 1', 'quicksilver 1', 'quetzalcoatlus 1']);
  expect(await words('quetz|')).toEqual(['quetzalcoatlus 1']);
  for (const q of ['quok', 'quo', 'quor', 'quorum of', 'subject:quo', 'board:g quo', '-quo'])
    expect(JSON.stringify(await completed(`${q}|`))).not.toMatch(/quokka|quorum|staff/i);
  expect(await words('board:staff quo|')).toEqual(['quorum 2']);
});

test.each([
  ['hide', 401, 'quix', 'quixotic'],
  ['purge', 402, 'quick', 'quicksilver'],
  ['purge', 4, 'quetz', 'quetzalcoatlus'],
] as const)('from the moment of a %s, post %i gives neither word nor thread', async (action, num, q, word) => {
  expect(JSON.stringify(await completed(`${q}|`))).toContain(word);
  await moderate(pool, {
    action,
    board: { id: boardId, name: 'g' },
    posts: [{ num, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: null,
    now: NOW,
  });
  expect(JSON.stringify(await completed(`${q}|`))).not.toMatch(new RegExp(word, 'i'));
});

test('while Elasticsearch is unavailable, only the query’s language is completed', async () => {
  const away = await givenServer(world(), { elasticsearchUrls: [`http://127.0.0.1:${await freePort()}`] });
  expect((await completed('or|', away)).map(({ kind }) => kind)).toEqual(['field', 'operator']);
  await away.close();
});
