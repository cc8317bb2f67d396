/** `similar:` for readers: distances, order, other conditions; hidden, purged and banned files. */
import type { ExamplesAnswer } from '../../../../mappings/contract/examples.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenAdmin, type Admin } from '../../../../test/integration/server/admin/given-admin.ts';
import {
  givenArchive,
  givenServer,
  type GivenArchive,
  type GivenPost,
  type GivenServer,
} from '../../../../test/integration/server/given-archive.ts';
import { useWorld } from '../../../../test/support/world.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let admin: Admin;

const SHOWN = 0x0f0f_3333_5555_00ffn;
const sha256 = (fill: number) => Buffer.alloc(32, fill);
const named = (fill: number) => sha256(fill).toString('hex');
const withFile = (num: number, fill: number, more: Partial<GivenPost> = {}): GivenPost => ({
  num,
  thread: 1,
  mediaTime: num,
  mediaType: 'png',
  mediaHash: Buffer.alloc(16, fill),
  mediaHashSrc: sha256(fill),
  comment: 'a picture',
  ...more,
});

/** The hashes of the files by the byte that fills their SHA-256. */
const HASHES = new Map<number, bigint | null>([
  [1, SHOWN],
  [2, SHOWN ^ 0b1n],
  [3, SHOWN ^ 0b111n],
  [4, SHOWN ^ 0b1111_1111n],
  [5, ~SHOWN],
  [6, null],
  [7, SHOWN ^ 0b11n],
  [8, SHOWN ^ 0b10n],
  [9, SHOWN ^ 0b100n],
  [10, 0x0fff_0000_ffff_0000n],
  [11, 0x7000_ffff_0000_ffffn],
  [12, 0x5a5a_a5a5_3c3c_c3c3n],
]);

const BENT = 0x1122_3344_5566_7788n;
/** Difference hashes of files whose perceptual hashes are far from all: of a picture, and of its mirrored copy with a border. */
const DIFFERENCES: readonly (readonly [fill: number, { trimmed?: boolean; hash: bigint; mirrored?: bigint }])[] = [
  [10, { hash: BENT, mirrored: 0x7766_5544_3322_1100n }],
  [11, { hash: 0x0123_4567_89ab_cdefn }],
  [11, { trimmed: true, hash: 0x7766_5544_3322_1101n, mirrored: BENT ^ 0b1n }],
  [12, { hash: BENT ^ 0b111n }],
];

beforeAll(async () => {
  archive = givenArchive(world());
  await archive.board('g');
  await archive.board('po');
  await archive.storeAndIndex('g', [
    { num: 1, opener: true, comment: 'pictures' },
    // The oldest post has the nearest picture.
    withFile(2, 1, { comment: 'the original' }),
    withFile(3, 3),
    withFile(4, 2),
    withFile(5, 4),
    withFile(6, 5),
    withFile(7, 6),
    withFile(8, 7, { hidden: true }),
    withFile(9, 8),
    withFile(10, 9),
    withFile(11, 1, { comment: 'the original again' }),
  ]);
  await archive.board('k');
  await archive.storeAndIndex('k', [
    withFile(30, 10, { thread: 30, opener: true }),
    withFile(31, 11, { thread: 30 }),
    withFile(32, 12, { thread: 30 }),
  ]);
  await archive.storeAndIndex('po', [withFile(20, 2, { thread: 20, opener: true })]);
  const { rows } = await world().pool.query<{ id: number }>(
    `insert into datastores (name, kind, base) values ('disk', 'local', 'files') returning id`,
  );
  for (const [fill, hash] of HASHES) {
    await world().pool.query(
      `insert into images (sha256, md5, type, size, perceptual_hash, datastore_id) values ($1, $2, 'png', 1, $3, $4)`,
      [sha256(fill), Buffer.alloc(16, fill), hash === null ? null : String(hash), rows[0]?.id],
    );
  }
  for (const [fill, { trimmed = false, hash, mirrored = 0n }] of DIFFERENCES) {
    await world().pool.query(
      `insert into difference_hashes (image_id, trimmed, hash, mirrored) select id, $2, $3, $4 from images where sha256 = $1`,
      [sha256(fill), trimmed, String(hash), String(mirrored)],
    );
  }
  server = await givenServer(world(), { clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => server.close());

const hex = (hash: bigint) => BigInt.asUintN(64, hash).toString(16).padStart(16, '0');
const answer = async (q: string, more: Record<string, string> = {}) => (await server.search({ q, ...more })).body;
const act = async (action: string, num: number) =>
  (await admin.send('POST', '/posts', { action, board: 'g', num, reason: 'a canary' })).status;
const found = async (q: string, more: Record<string, string> = {}) =>
  ((await answer(q, more)) as { hits: { board: string; num: number }[] }).hits.map(
    ({ board, num }) => `${board}/${num}`,
  );

test('posts with similar pictures are found, up to the distance of the query', async () => {
  const all = ['g/2', 'g/3', 'g/4', 'g/9', 'g/10', 'g/11', 'po/20'];
  expect((await found(`similar:${named(1)}`)).toSorted()).toEqual(all.toSorted());
  expect((await found(`similar:${named(1)}~1`)).toSorted()).toEqual(all.filter((post) => post !== 'g/3').toSorted());
  expect((await found(`similar:${named(1)}~0`)).toSorted()).toEqual(['g/11', 'g/2']);
  expect(await found(`similar:${named(1)}~8 -similar:${named(1)}~7`)).toEqual(['g/5']);
});

test('the most similar pictures come first, and the newest of equally similar ones', async () => {
  expect(await found(`similar:${named(1)} board:g`, { sort: 'relevance' })).toEqual([
    'g/11',
    'g/2',
    'g/10',
    'g/9',
    'g/4',
    'g/3',
  ]);
});

test('other conditions apply', async () => {
  expect(await found(`similar:${named(1)} board:po`)).toEqual(['po/20']);
  expect(await found(`similar:${named(1)} original`)).toEqual(['g/11', 'g/2']);
});

test('pictures are found by their difference hashes too: mirrored, with a border, the nearest first', async () => {
  expect(await found(`similar:${named(10)} board:k`, { sort: 'relevance' })).toEqual(['k/30', 'k/31', 'k/32']);
  expect(await found(`similar:${named(10)}~2 board:k`, { sort: 'relevance' })).toEqual(['k/30', 'k/31']);
  expect(await found(`similar:${named(11)} board:k`, { sort: 'relevance' })).toEqual(['k/31', 'k/30', 'k/32']);
  const ofReader = `${hex(1n)}${hex(~BENT)}${hex(BENT ^ 0b100n)}`;
  expect(await found(`similar:${ofReader}~2 board:k`, { sort: 'relevance' })).toEqual(['k/30', 'k/32']);
});

test('a perceptual hash is found without a file', async () => {
  const hash = BigInt.asUintN(64, SHOWN ^ (1n << 60n))
    .toString(16)
    .padStart(16, '0');
  expect(await found(`similar:${hash}~1`)).toEqual(['g/11', 'g/2']);
  const opposite = BigInt.asUintN(64, ~SHOWN).toString(16).padStart(16, '0');
  expect(await found(`similar:${opposite}~0`)).toEqual(['g/6']);
});

test('a file that is unknown, hidden or no picture is refused with a reason', async () => {
  expect(await answer(`similar:${named(99)}`)).toMatchObject({ code: 'file_unknown' });
  expect(await answer(`similar:${named(7)}`)).toMatchObject({ code: 'file_unknown' });
  expect(await answer(`similar:${named(6)}`)).toMatchObject({ code: 'file_not_compared' });
  expect(await answer('similar:g/100')).toMatchObject({ code: 'value_unknown' });
});

test('the examples of the query language contain a picture of the archive', async () => {
  const { body } = await server.get('/api/v1/search/examples');
  const shown = (body as ExamplesAnswer).examples.filter(({ name }) => name === 'similar');
  expect(shown).toEqual([
    {
      kind: 'field',
      name: 'similar',
      q: expect.stringMatching(/^similar:[0-9a-f]{64}/) as string,
      hits: expect.any(Number) as number,
    },
  ]);
});

test('staff count all posts with similar pictures before they act on them', async () => {
  const chosen = await admin.send('POST', '/bulk-actions', {
    action: 'hide',
    q: `similar:${named(1)}`,
    reason: 'spam',
  });
  expect(chosen).toMatchObject({ status: 201, body: { action: { posts: 7, boards: ['g', 'po'] } } });
});

test('a hidden post, a purged post and a banned file are gone from the next answer', async () => {
  const near = async () => (await found(`similar:${named(1)} board:g`)).toSorted();
  const before = await near();
  expect(before).toContain('g/3');
  expect(await act('hide', 3)).toBe(200);
  expect(await near()).toEqual(before.filter((post) => post !== 'g/3'));
  expect(await act('purge', 10)).toBe(200);
  expect(await near()).toEqual(before.filter((post) => post !== 'g/3' && post !== 'g/10'));
  await world().pool.query(`insert into banned_media (hash, banned_by) values ($1, 'cli')`, [sha256(8)]);
  await world().pool.query('update images set banned = true where sha256 = $1', [sha256(8)]);
  expect(await near()).toEqual(['g/11', 'g/2', 'g/4']);
  expect(await answer(`similar:${named(8)}`)).toMatchObject({ code: 'file_unknown' });
});
