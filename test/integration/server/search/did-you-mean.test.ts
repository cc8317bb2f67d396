import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import type { DidYouMeanAnswer } from '../../../../mappings/contract/did-you-mean.ts';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { changeSettings } from '../../../../store/boards/settings.ts';
import { startHttpProxy } from '../../../support/http-proxy.ts';
import { loginUrl } from '../../../support/logins.ts';
import { wardenOf } from '../../../support/sessions.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let server: GivenServer;
let pool: pg.Pool;
let boardId: number;

beforeAll(async () => {
  const archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('ck');
  const hiddenBoard = await archive.board('staff');
  await changeSettings(world().pool, { id: hiddenBoard }, { unlisted: true });
  await archive.storeAndIndex('g', [
    ...Array.from({ length: 40 }, (_, at) => ({ num: 100 + at, comment: 'my keyboard under wayland' })),
    { num: 10, subject: 'Mechanical things', comment: 'The layout of a keyboard under X, wide and early' },
    { num: 11, comment: 'Eine schöne Übersetzung, ohne Fehler' },
    { num: 12, comment: 'a keybordist plays' },
    { num: 13, comment: 'programming daily in a text file' },
    { num: 14, comment: 'gramophone records' },
    { num: 15, comment: 'lighthouse keeper' },
    { num: 16, comment: 'waylnd' },
    { num: 20, comment: 'quetzalcoatlus flies', hidden: true },
    { num: 21, comment: 'velociraptor runs' },
  ]);
  await archive.storeAndIndex('ck', [{ num: 30, comment: 'sourdough bread' }]);
  await archive.storeAndIndex('staff', [{ num: 40, comment: 'triceratops meeting' }]);
  server = await givenServer(world());
  pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
});

afterAll(async () => {
  await server.close();
  await pool.end();
});

async function answerTo(q: string): Promise<SearchAnswer> {
  const { status, body } = await server.search({ q });
  expect({ q, status, body }).toMatchObject({ q, status: 200 });
  return body as SearchAnswer;
}

async function suggestionsFor(q: string): Promise<DidYouMeanAnswer['did_you_mean']> {
  const { status, body } = await server.get(`/api/v1/search/did-you-mean?${new URLSearchParams({ q }).toString()}`);
  expect({ q, status, body }).toMatchObject({ q, status: 200 });
  return (body as DidYouMeanAnswer).did_you_mean;
}

test.each([
  ['keybord wayand', 'keyboard wayland', 'word', 40],
  ['board:g -emacs keybord', 'board:g -emacs keyboard', 'word', 41],
  ['key board', 'keyboard', 'words_joined', 41],
  ['keyboardunder', 'keyboard under', 'word_split', 41],
  ['comment:keyboardunder', 'comment:"keyboard under"', 'word_split', 41],
  ['ubersezung', 'übersetzung', 'word', 1],
  ['"keybord under wayland"', '"keyboard under wayland"', 'word', 40],
  ['"wayland keyboard"', 'wayland keyboard', 'quotes', 40],
  ['subject:wayland', 'wayland', 'field', 40],
  ['gramophone lighthouse', 'gramophone OR lighthouse', 'any_word', 2],
  ['(keybord OR notthere) sort:old', '(keyboard OR notthere) sort:old', 'word', 41],
])('%s: %s is suggested', async (q, suggested, change, hits) => {
  const { total, did_you_mean: found = [] } = await answerTo(q);
  expect(total.value).toBe(0);
  expect(found[0]).toEqual({ q: suggested, change, hits });
  const again = await answerTo(suggested);
  expect(again.total.value).toBe(hits);
  expect(again).not.toHaveProperty('did_you_mean');
  expect(await suggestionsFor(q)).toEqual(found);
});

test('a query with few hits gets suggestions in a second request, with twenty times as many hits', async () => {
  expect(await answerTo('keybordist')).not.toHaveProperty('did_you_mean');
  expect(await suggestionsFor('keybordist')).toEqual([]);
  expect((await answerTo('waylnd')).total.value).toBe(1);
  expect(await suggestionsFor('waylnd')).toEqual([{ q: 'wayland', change: 'word', hits: 40 }]);
  expect((await answerTo('layout keyboard')).total.value).toBe(1);
  expect(await suggestionsFor('layout keyboard')).toEqual([]);
  expect(await suggestionsFor('sourdough')).toEqual([]);
});

test.each(['qetzalcoatlus', 'quetzalcoatlus flis', 'quetzal coatlus', '"quetzalcoatlus flie"', 'tricerratops'])(
  'no word of a hidden post or of an unlisted board is suggested for %s',
  async (q) => {
    expect(JSON.stringify((await answerTo(q)).did_you_mean ?? [])).not.toMatch(
      /quetzalcoatlus f|"quetzalcoatlus"|triceratops/,
    );
    expect(JSON.stringify(await suggestionsFor(q))).not.toMatch(/quetzalcoatlus f|"quetzalcoatlus"|triceratops/);
  },
);

test('a word is not suggested from the moment its only post is hidden', async () => {
  expect((await answerTo('velocirapter')).did_you_mean?.[0]?.q).toBe('velociraptor');
  await moderate(pool, {
    action: 'hide',
    board: { id: boardId, name: 'g' },
    posts: [{ num: 21, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: null,
    now: NOW,
  });
  expect((await answerTo('velocirapter')).did_you_mean).toEqual([]);
  expect(await suggestionsFor('velocirapter')).toEqual([]);
});

test.each(['board:ck is:op', '新聞', 'keybo* notthere*', '"?!"', 'notthere'])('%s has no suggestions', async (q) => {
  const answer = await answerTo(q);
  expect({ q, hits: answer.total.value, suggested: answer.did_you_mean }).toEqual({ q, hits: 0, suggested: [] });
});

test('suggestions that take too long are left out of the answer, but not of the second request', async () => {
  const hurried = await givenServer(world(), { suggestionsMs: 0 });
  const { status, body } = await hurried.search({ q: 'keybord' });
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('did_you_mean');
  expect((await suggestionsFor('keybord'))[0]?.q).toBe('keyboard');
  await hurried.close();
});

/** An answer as at a time-out before Elasticsearch has looked at any word. */
function stoppedAtOnce(answer: string): string {
  return JSON.stringify({ ...(JSON.parse(answer) as object), timed_out: true, suggest: {}, aggregations: {} });
}

test('counts that Elasticsearch has stopped are not taken for a word without similar ones', async () => {
  const [elasticsearchUrl = ''] = world().elasticsearchUrls;
  const proxy = await startHttpProxy(elasticsearchUrl);
  proxy.treat = (_method, path, body) =>
    path.includes('_search') && body.includes('"suggest"') ? { change: stoppedAtOnce } : 'pass';
  const stopped = await givenServer(world(), { elasticsearchUrls: [proxy.url] });
  const { status, body } = await stopped.search({ q: 'keybord' });
  expect({ status, total: (body as SearchAnswer).total.value }).toEqual({ status: 200, total: 0 });
  expect(body).not.toHaveProperty('did_you_mean');
  await stopped.close();
  await proxy.close();
});

test('feeds and the API of FoolFuuka have no suggestions', async () => {
  for (const path of ['/api/v1/search/feed.json?q=keybord', '/_/api/chan/search/?text=keybord&boards=g']) {
    const { body } = await server.get(path);
    expect(JSON.stringify(body)).not.toContain('keyboard');
  }
});
