import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import type { ExamplesAnswer, QueryExample } from '../../../../mappings/contract/examples.ts';
import { FIELDS } from '../../../../mappings/search/fields.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { moderate } from '../../../../server/moderation/moderate.ts';
import { loginUrl } from '../../../support/logins.ts';
import { wardenOf } from '../../../support/sessions.ts';
import { startHttpProxy, type Treatment } from '../../../support/http-proxy.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, NOW, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let server: GivenServer;
let boardId: number;

const SECRET = 'velociraptor';

beforeAll(async () => {
  const archive = givenArchive(world());
  boardId = await archive.board('g');
  await archive.board('ck');
  const file = {
    mediaTime: 1,
    mediaName: 'mountain wallpaper',
    mediaType: 'png',
    mediaSize: 2_000_000,
    mediaDimsSrcW: 1920,
    mediaDimsSrcH: 1080,
    mediaHash: Buffer.alloc(16, 7),
    mediaHashSrc: Buffer.alloc(32, 9),
  };
  const poster = {
    name: 'Ardea',
    tripcode: '!Ep8pui8Vw2',
    posterid: 'ZcZ1gRnS',
    country: 'DE',
    email: 'sage',
    capcode: 'M',
  };
  await archive.storeAndIndex('g', [
    {
      num: 100,
      opener: true,
      subject: 'Mechanical keyboard',
      comment: 'Which layout do you use?',
      replies: 3,
      ...file,
    },
    {
      num: 101,
      thread: 100,
      comment: '<a href="#p100" class="quotelink">&gt;&gt;100</a><br>Colemak with a keyboard',
      ...poster,
    },
    { num: 102, thread: 100, comment: 'https://github.com/qmk and a layout', ...file, mediaType: 'webm' },
    { num: 200, opener: true, subject: 'Sourdough starter', comment: 'a keyboard of bread', timePosted: NOW },
    { num: 300, opener: true, subject: `${SECRET} nest`, comment: `a ${SECRET} of its own`, hidden: true },
    { num: 301, opener: true, subject: 'Pterodactyl flight', comment: 'a pterodactyl in the air' },
  ]);
  await archive.storeAndIndex('ck', [{ num: 1, opener: true, subject: 'Rye bread', comment: 'NOT AND OR "' }]);
  server = await givenServer(world());
});

afterAll(async () => server.close());

async function examples(): Promise<readonly QueryExample[]> {
  const { status, body } = await server.get('/api/v1/search/examples');
  expect({ status, body }).toMatchObject({ status: 200, body: { partial: false } });
  return (body as ExamplesAnswer).examples;
}

test('examples find as many posts as they state, for nearly every field, and contain no word of a hidden post', async () => {
  const found = await examples();
  for (const { q, hits } of found) {
    const { status, body } = await server.search({ q, limit: '1' });
    expect({ q, status, hits: (body as SearchAnswer).total?.value }).toEqual({ q, status: 200, hits });
  }
  const named = (kind: QueryExample['kind']) => [
    ...new Set(found.filter((one) => one.kind === kind).map(({ name }) => name)),
  ];
  expect(named('operator')).toEqual([
    'words',
    'phrase',
    'not',
    'or',
    'group',
    'prefix',
    'as-written',
    'part',
    'combined',
  ]);
  const missing = FIELDS.map(({ name }) => name).filter((name) => !named('field').includes(name));
  // No file of this archive is stored, so none is named by its hash.
  const unused = ['exif', 'identity', 'images', 'notice', 'posters', 'series', 'sha256', 'similar', 'since4pass'];
  expect(missing.toSorted()).toEqual(unused);
  expect(named('has')).toEqual(expect.arrayContaining(['file', 'image', 'video', 'trip', 'link', 'quote']));
  expect(named('is')).not.toContain('sticky');
  expect(found.find(({ name }) => name === 'trip')?.q).toBe('trip:!Ep8pui8Vw2');
  expect(found.find(({ name }) => name === 'quotes')?.q).toBe('quotes:100');
  expect(found.filter(({ name }) => name === 'ext').map(({ q }) => q)).toEqual([
    expect.stringMatching(/^ext:\w+$/),
    expect.stringMatching(/^ext:\w+,\w+$/),
  ]);
  expect(JSON.stringify(found)).not.toContain(SECRET);
});

test('examples of a post that is hidden disappear at once', async () => {
  expect(JSON.stringify(await examples()).toLowerCase()).toContain('pterodactyl');
  const pool = createPostgresPool({ url: loginUrl(world().databaseUrl, 'server') });
  await moderate(pool, {
    action: 'hide',
    board: { id: boardId, name: 'g' },
    posts: [{ num: 301, subnum: 0 }],
    threads: false,
    actor: 'warden',
    secret: await wardenOf(world().pool),
    reason: null,
    now: NOW,
  });
  await pool.end();
  expect(JSON.stringify(await examples()).toLowerCase()).not.toContain('pterodactyl');
});

const stopped = (answer: string) => answer.replace('"timed_out":false', '"timed_out":true');

test('examples whose counts were stopped at the time limit are partial', async () => {
  const proxy = await startHttpProxy(world().elasticsearchUrls[0] ?? '');
  proxy.treat = (_, path, body): Treatment =>
    path.includes('_search') && body.includes('"queries":{"filters"') ? { change: stopped } : 'pass';
  const slow = await givenServer(world(), { elasticsearchUrls: [proxy.url] });
  try {
    const { status, body } = await slow.get('/api/v1/search/examples');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { partial: true, partial_reasons: [{ reason: 'timed_out' }] },
    });
  } finally {
    await slow.close();
    await proxy.close();
  }
});
