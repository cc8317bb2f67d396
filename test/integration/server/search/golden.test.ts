import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { GOLDEN_BOARDS, GOLDEN_NOW, GOLDEN_POSTS } from '../../../fixtures/golden/posts.ts';
import { GOLDEN_QUERIES } from '../../../fixtures/golden/queries.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of GOLDEN_BOARDS) {
    await archive.board(board);
    await archive.storeAndIndex(board, GOLDEN_POSTS[board]);
  }
  await archive.board('empty');
  server = await givenServer(world(), { clock: () => GOLDEN_NOW });
});

afterAll(async () => server.close());

async function answer(parameters: Record<string, string>): Promise<SearchAnswer> {
  const { status, body } = await server.search(parameters);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

const idsOf = ({ hits }: SearchAnswer) =>
  hits.map(({ board, num, subnum }) => (subnum === 0 ? `${board}.${num}` : `${board}.${num}.${subnum}`)).join(' ');

const sorted = (text: string) => text.split(' ').toSorted();

const cut = (text: string | null | undefined, ranges: [number, number][] | undefined) =>
  (ranges ?? []).map(([start, end]) => text?.slice(start, end)).join('|');

describe('the posts that a query finds', () => {
  test('are recorded for at least a hundred queries', () => {
    expect(new Set(GOLDEN_QUERIES.map(([q]) => q)).size).toBeGreaterThanOrEqual(100);
  });

  test.each(GOLDEN_QUERIES)('%s', async (q, ids) => {
    const found = await answer({ q, limit: '100' });
    expect(idsOf(found)).toBe(ids);
    expect(found.total).toEqual({ value: found.hits.length, relation: 'eq' });
  });

  test.each(['old', 'relevance', 'modified'])(
    'are the same in the order %s, from PostgreSQL and from documents',
    async (sort) => {
      for (const [q, ids] of GOLDEN_QUERIES) {
        const found = await answer({ q, sort, limit: '100', source: 'elasticsearch' });
        expect(sorted(idsOf(found)), q).toEqual(sorted(ids));
        if (sort === 'old') expect(idsOf(found).split(' ').toReversed().join(' '), q).toBe(ids);
      }
    },
  );
});

describe('results grouped by thread', () => {
  test.each([
    ['kernel group:thread', 'g.112.1:2 g.103:3 ck.101:1'],
    ['kernel group:thread sort:old', 'g.101:3 ck.101:1 g.112:2'],
    ['op.subject:general group:thread', 'ck.104:4 g.106:6'],
    ['nowhere group:thread', ''],
    ['board:empty group:thread', ''],
    ['board:empty op.subject:general group:thread', ''],
  ])('%s', async (q, expected) => {
    const found = await answer({ q });
    const groups = found.hits.map((hit, place) => `${idsOf(found).split(' ')[place]}:${hit.group?.hits}`);
    expect(groups.join(' ')).toBe(expected);
    expect(found).toMatchObject({ group: 'thread', total: { value: found.hits.length, relation: 'eq' } });
  });

  test('are the same by the parameter and in the query, and can be paged forward and back', async () => {
    const asked = { q: 'kernel', group: 'thread', limit: '1' };
    const first = await answer(asked);
    const second = await answer({ ...asked, cursor: first.next ?? '' });
    const third = await answer({ ...asked, cursor: second.next ?? '' });
    expect([first, second, third].map(idsOf)).toEqual(['g.112.1', 'g.103', 'ck.101']);
    expect(third.next).toBeNull();
    expect(idsOf(await answer({ ...asked, cursor: third.previous ?? '' }))).toBe('g.103');
    expect((await server.search({ q: 'kernel', cursor: first.next ?? '' })).status).toBe(400);
  });
});

describe('highlights', () => {
  test.each([
    ['kern*', 'g.112', { comment: 'kernels|kernelspace|kerning|kern', subject: 'kernel' }],
    ['comment:kerni*', 'g.112', { comment: 'kerning' }],
    ['"custom kern"*', 'g.102', { comment: 'custom kernel' }],
    ['anon-san c#', 'g.104', { comment: 'anon-san|c#' }],
    ['file:cat', 'g.101', { media_name: 'cat' }],
    ['file:my_cat.final.jpg', 'g.101', { media_name: 'my_cat.final' }],
    ['file:img*', 'g.103', { media_name: 'IMG' }],
    ['kernel -nvidia', 'g.112.1', { comment: 'kernel' }],
    ['custom -(kernel nvidia)', 'g.101', { comment: 'custom' }],
    ['op.subject:kernel custom', 'g.101', { comment: 'custom' }],
    ['ラーメン', 'jp.1', { comment: 'ﾗｰﾒﾝ' }],
    ['creme brul*', 'ck.102', { comment: 'crème|brûlée' }],
    ['subject:*erne*', 'g.101', { subject: 'erne' }],
    ['file:*y-cat*', 'g.101', { media_name: 'y_cat' }],
    ['exif:"canon eos" wrong', 'ck.103', { comment: 'wrong|Canon EOS' }],
    ['exif:canon', 'ck.104', { comment: 'Canon' }],
    ['notice:user', 'ck.103', { comment: 'USER' }],
    ['京都 so', 'jp.2', { comment: 'ｓｏ|京都' }],
  ] as const)('%s in %s cover exactly the matching text', async (q, id, expected) => {
    const found = await answer({ q });
    const hit = found.hits[idsOf(found).split(' ').indexOf(id)];
    const marked = {
      comment: cut(hit?.comment, hit?.highlights.comment),
      subject: cut(hit?.subject, hit?.highlights.subject),
      media_name: cut(hit?.file?.name, hit?.highlights.media_name),
    };
    expect(marked).toEqual({ comment: '', subject: '', media_name: '', ...expected });
  });
});
