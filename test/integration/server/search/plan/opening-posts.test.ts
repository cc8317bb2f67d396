import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenServer, START, type GivenArchive, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
let archive: GivenArchive;
let server: GivenServer;
let now = new Date('2024-03-31T12:00:00Z');

/** Threads that overlap in time, every third of them a general, on two boards with the same nums. */
const THREADS = 400;
const REPLIES = 5;
const nums = (thread: number) =>
  Array.from({ length: REPLIES + 1 }, (_, place) => (thread - 1) * (REPLIES + 1) + place + 1);

beforeAll(async () => {
  archive = givenArchive(world());
  for (const board of ['g', 'ck']) {
    await archive.board(board);
    const posts = Array.from({ length: THREADS }, (_, place) => place + 1).flatMap((thread) => {
      const [opener = 0, ...replies] = nums(thread);
      const time = (reply: number) => new Date(START + (thread + reply * 37) * 1000);
      return [
        {
          num: opener,
          thread: opener,
          opener: true,
          subject: thread % 3 === 0 ? `${board} general` : 'other',
          timePosted: time(0),
        },
        ...replies.map((num, reply) => ({
          num,
          thread: opener,
          opener: false,
          comment: 'reply',
          timePosted: time(reply + 1),
        })),
      ];
    });
    await archive.storeAndIndex(board, posts);
  }
  server = await givenServer(world(), { clock: () => now });
});

afterAll(async () => server.close());

async function answer(parameters: Record<string, string>): Promise<SearchAnswer> {
  const { status, body } = await server.search(parameters);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SearchAnswer;
}

const keysOf = ({ hits }: SearchAnswer) => hits.map(({ board, num }) => `${board}.${num}`);

describe('posts of threads whose opening posts match', () => {
  test('are found once each, in one order over all threads and boards, forward and back', async () => {
    const generals = Array.from({ length: THREADS }, (_, place) => place + 1).filter((thread) => thread % 3 === 0);
    const expected = new Set(
      ['g', 'ck'].flatMap((board) => generals.flatMap((thread) => nums(thread).map((num) => `${board}.${num}`))),
    );
    const pages: string[][] = [];
    const times: string[] = [];
    let page = await answer({ q: 'op.subject:general', limit: '100' });
    for (;;) {
      expect(page.total).toEqual({ value: expected.size, relation: 'eq' });
      pages.push(keysOf(page));
      times.push(...page.hits.map((hit) => hit.time_posted));
      if (page.next === null) break;
      page = await answer({ q: 'op.subject:general', limit: '100', cursor: page.next });
    }
    expect(pages.flat()).toHaveLength(expected.size);
    expect(new Set(pages.flat())).toEqual(expected);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const before of pages.slice(0, -1).toReversed()) {
      page = await answer({ q: 'op.subject:general', limit: '100', cursor: page.previous ?? '' });
      expect(keysOf(page)).toEqual(before);
    }
  });

  test('are excluded by NOT, and combined with others by OR', async () => {
    const all = (await answer({ q: '' })).total.value;
    const inside = (await answer({ q: 'op.subject:general' })).total.value;
    expect((await answer({ q: '-op.subject:general' })).total.value).toBe(all - inside);
    expect((await answer({ q: 'op.subject:general OR is:op' })).total.value).toBe(
      inside + 2 * THREADS - inside / (REPLIES + 1),
    );
    const both = 'op.subject:ck op.subject:general';
    expect((await answer({ q: both })).total.value).toBe(inside / 2);
    expect((await answer({ q: `${both} board:g` })).total.value).toBe(0);
  });

  test('exclude those of a just hidden opening post, although the thread set is cached', async () => {
    const before = await answer({ q: 'op.subject:general board:g' });
    const [opener = 0] = nums(3);
    await world().pool.query(
      'update posts set hidden = true where board_id = (select id from boards where name = $1) and num = $2',
      ['g', opener],
    );
    await world().pool.query(
      'insert into pending_hides (board_id, thread, num, subnum, since) select id, $2, $2, 0, now() from boards where name = $1',
      ['g', opener],
    );
    const after = await answer({ q: 'op.subject:general board:g' });
    expect(after.total.value).toBe(before.total.value - REPLIES - 1);
  });

  test('of a new thread are found when the thread set is read again', async () => {
    expect((await answer({ q: 'op.subject:brandnew' })).total.value).toBe(0);
    await archive.storeAndIndex('g', [{ num: 90_001, thread: 90_001, opener: true, subject: 'brandnew' }]);
    now = new Date(now.getTime() + 46_000);
    expect((await answer({ q: 'op.subject:brandnew' })).total.value).toBe(1);
  });
});
