import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Quarantine } from '../../../../mappings/contract/admin.ts';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { eventually } from '../../../support/archive.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;

/** A keyword longer than Lucene's longest term: Elasticsearch refuses the document. */
const POISON = 'x'.repeat(40_000);

beforeAll(async () => {
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});

afterAll(async () => {
  await server.close();
});

async function quarantine(query = ''): Promise<Quarantine> {
  const { status, body } = await admin.get(`/quarantine${query}`);
  expect(status).toBe(200);
  return body as Quarantine;
}

const retry = async (body: object) => admin.send('POST', '/quarantine/retry', body);

test('documents that Elasticsearch refuses are listed with the reason, optionally for one board', async () => {
  const poison = await insertBoard(world().pool, 'poison');
  const other = await insertBoard(world().pool, 'other');
  await runIndexer(world());
  await writePosts(world().pool, poison, [aPost({ num: 1 }), aPost({ num: 2, thread: 1, capcode: POISON })]);
  await writePosts(world().pool, other, [aPost({ num: 7, capcode: POISON }), aPost({ num: 8, capcode: POISON })]);
  await drained(world());
  expect(await quarantine()).toMatchObject({ total: 3 });
  expect(await quarantine('?board=poison')).toMatchObject({
    total: 1,
    documents: [
      {
        board: 'poison',
        thread: 1,
        num: 2,
        subnum: 0,
        index: expect.stringContaining('posts-poison-'),
        reason: expect.stringContaining('capcode'),
        since: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  });
  expect((await quarantine('?limit=1')).documents).toHaveLength(1);
  expect(await quarantine('?limit=1')).toMatchObject({ total: 3 });
  expect(await quarantine('?board=nope')).toEqual({ documents: [], total: 0, next: null });
});

test('paging through any number of refused documents lists each once', async () => {
  const whole = await quarantine();
  expect(whole.next).toBeNull();
  const pages = [await quarantine('?limit=1')];
  for (let next = pages[0]?.next; typeof next === 'string'; next = pages.at(-1)?.next) {
    pages.push(await quarantine(`?limit=1&cursor=${next}`));
  }
  expect(pages.map(({ documents }) => documents.length)).toEqual([1, 1, 1]);
  expect(pages.flatMap(({ documents }) => documents)).toEqual(whole.documents);
  expect(await quarantine(`?board=other&cursor=${pages[0]?.next}`)).toMatchObject({ total: 2 });
});

test.for(['x', 'W10', 'WzEsMiwzLDRd', Buffer.from('[1,1,1,1,"a\\u0000"]').toString('base64url')])(
  'the invalid cursor %s is refused',
  async (cursor) => {
    expect(await admin.get(`/quarantine?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid' },
    });
  },
);

test('a document that is refused again at a retry stays in quarantine', async () => {
  await runIndexer(world());
  expect(await retry({ board: 'poison' })).toMatchObject({ status: 202, body: { documents: 1 } });
  await drained(world());
  expect(await quarantine('?board=poison')).toMatchObject({ total: 1 });
});

test('a retry of one document marks only its thread', async () => {
  expect(await retry({ board: 'other', num: 7 })).toMatchObject({ status: 202, body: { documents: 1 } });
  const { rows } = await world().pool.query('select b.name, d.thread from dirty d join boards b on b.id = d.board_id');
  expect(rows).toEqual([{ name: 'other', thread: '7' }]);
  expect(await retry({ board: 'other', num: 999 })).toMatchObject({ status: 202, body: { documents: 0 } });
});

test('a retry releases a document that is accepted now, although its row has not changed', async () => {
  const { pool, elasticsearch } = world();
  // Removes the cause directly: the refused value becomes an ordinary one under the same rev.
  await pool.query(`update posts set capcode = 'M' where capcode is not null and num = 7`);
  expect((await quarantine('?board=other')).documents.map(({ num }) => num)).toEqual([7, 8]);
  await runIndexer(world());
  expect(await retry({})).toMatchObject({ status: 202, body: { documents: 3 } });
  await eventually('the corrected document has left quarantine', async () => {
    return (await quarantine('?board=other')).documents.every(({ num }) => num !== 7);
  });
  await drained(world());
  expect(await quarantine()).toMatchObject({ total: 2 });
  await elasticsearch.indices.refresh({ index: `${world().indexPrefix}posts-other` });
  const found = await elasticsearch.search({ index: `${world().indexPrefix}posts-other` });
  expect(found.hits.hits.map(({ _id: id }) => id)).toEqual(['other.7.0']);
});

test.each([{ board: 'a\0' }, { num: 0 }, { num: '1 or 1=1' }, { boards: [] }])('%j is refused', async (body) => {
  expect(await retry(body)).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
});

test('a refusal by an index that no longer exists is removed', async () => {
  await world().pool.query(`update indices set state = 'retired' where name like '%posts-poison-%'`);
  expect(await retry({ board: 'poison' })).toMatchObject({ status: 202, body: { documents: 0 } });
  expect(await quarantine('?board=poison')).toMatchObject({ total: 0 });
});
