import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { useWorld } from '../../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, START, type GivenServer } from '../../given-archive.ts';

const world = useWorld();
/** Lists all threads of a condition. */
let listing: GivenServer;
/** Lists those of none: every condition is asked of the threads that are met. */
let walking: GivenServer;

const THREADS = 120;
const REPLIES = 4;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const [at, board] of ['g', 'ck'].entries()) {
    await archive.board(board);
    const posts = Array.from({ length: THREADS }, (_, place) => place).flatMap((thread) => {
      const opener = thread * (REPLIES + 1) + 1;
      // Threads lie over each other in time, and the boards over one another.
      const time = (reply: number) => new Date(START + (thread * 2 + at + reply * 61) * 1000);
      const subject = [
        thread % 3 === 0 ? 'general' : 'other',
        thread % 2 === 0 && 'even',
        thread % 97 === 5 && 'seldom',
        thread >= THREADS - 5 && 'newest',
      ];
      const replies = Array.from({ length: REPLIES }, (_, reply) => reply + 1);
      return [
        {
          num: opener,
          thread: opener,
          opener: true,
          subject: subject.filter(Boolean).join(' '),
          comment: 'first',
          timePosted: time(0),
        },
        ...replies.map((reply) => ({
          num: opener + reply,
          thread: opener,
          opener: false,
          comment: (thread + reply) % 7 === 0 ? 'lucky reply' : 'reply',
          timePosted: time(reply),
        })),
      ];
    });
    await archive.storeAndIndex(board, posts);
  }
  listing = await givenServer(world());
  walking = await givenServer(world(), { config: { ...givenConfig(world()), searchThreads: 0 } });
});

afterAll(async () => Promise.all([listing.close(), walking.close()]));

interface Walked {
  readonly pages: readonly (readonly string[])[];
  readonly totals: readonly SearchAnswer['total'][];
}

const keys = ({ hits }: SearchAnswer) => hits.map((hit) => `${hit.board}.${hit.num} ${hit.comment}`);

/** All pages to the last, and back to the first, which must be the same ones. */
async function walk(server: GivenServer, parameters: Record<string, string>): Promise<Walked> {
  const ask = async (cursor: string | null) => {
    const { status, body } = await server.search({ ...parameters, ...(cursor !== null && { cursor }) });
    expect({ status, body }).toMatchObject({ status: 200, body: { partial: false } });
    return body as SearchAnswer;
  };
  let page = await ask(null);
  const pages = [keys(page)];
  const totals = [page.total];
  while (page.next !== null) {
    page = await ask(page.next);
    pages.push(keys(page));
    totals.push(page.total);
  }
  for (const before of pages.slice(0, -1).toReversed()) {
    page = await ask(page.previous);
    expect(keys(page)).toEqual(before);
  }
  return { pages, totals };
}

const QUERIES = [
  'op.subject:general',
  '-op.subject:general',
  'op.subject:general lucky',
  'op.subject:seldom',
  'op.subject:newest lucky',
  'op.subject:general op.subject:even',
  'op.subject:general -op.subject:even board:ck',
  'op.subject:general OR lucky',
  '-(op.subject:general OR lucky)',
  '-(op.subject:general -lucky)',
  '(op.subject:general OR -op.subject:even) -is:op',
  'op.comment:first op.subject:seldom',
  'op.subject:general op.subject:nowhere',
  '-op.subject:nowhere lucky',
];

describe('a condition that holds for more threads than are listed', () => {
  test.for(QUERIES)('%s finds the same posts in the same order, page by page and back', async (q) => {
    for (const parameters of [
      { q, sort: 'new', limit: '90' },
      { q, sort: 'old', limit: '100' },
    ]) {
      const expected = await walk(listing, parameters);
      const { pages, totals } = await walk(walking, parameters);
      // Full pages: here nothing is so seldom that there is no time to find it.
      expect(pages).toEqual(expected.pages);
      expect(totals.every(({ relation }) => relation === 'eq' || relation === 'about')).toBe(true);
    }
  });

  test.for(['op.subject:general lucky', '-op.subject:even lucky reply', 'lucky OR op.subject:seldom'])(
    '%s has the same order by relevance',
    async (q) => {
      const parameters = { q, sort: 'relevance', limit: '100' };
      const expected = await walk(listing, parameters);
      expect((await walk(walking, parameters)).pages).toEqual(expected.pages);
    },
  );

  test.for(['op.subject:general lucky', '-op.subject:general', 'op.subject:seldom'])(
    '%s has the same threads when hits are grouped',
    async (q) => {
      const parameters = { q, group: 'thread', limit: '40' };
      const expected = await walk(listing, parameters);
      expect((await walk(walking, parameters)).pages).toEqual(expected.pages);
    },
  );

  test('is counted about, by the share of what was looked at, and exactly where all was', async () => {
    const about = await walking.search({ q: 'op.subject:even', limit: '5' });
    expect(about.body).toMatchObject({ total: { relation: 'about' } });
    const { total } = about.body as SearchAnswer;
    const exact = THREADS * (REPLIES + 1);
    expect(total.value).toBeGreaterThan(exact / 2);
    expect(total.value).toBeLessThan(exact * 2);
    const all = await walking.search({ q: 'op.subject:seldom lucky' });
    const expected = await listing.search({ q: 'op.subject:seldom lucky' });
    expect(all.body).toMatchObject({ total: (expected.body as SearchAnswer).total });
  });

  test('is exported whole, by post and by thread', async () => {
    for (const scope of ['posts', 'threads']) {
      const url = `/api/v1/search/export?q=${encodeURIComponent('op.subject:general lucky')}&scope=${scope}&format=csv`;
      const expected = await listing.get(url);
      const { status, body } = await walking.get(url);
      expect(status).toBe(200);
      expect(body).toEqual(expected.body);
    }
  });

  test('has no facets and no timeline, which is said with a way out', async () => {
    for (const route of ['facets', 'timeline']) {
      const { status, body } = await walking.get(`/api/v1/search/${route}?q=op.subject%3Ageneral`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'condition_too_wide', detail: expect.stringContaining('Name a board'), position: { start: 0 } },
      });
    }
  });

  test('is explained with how many threads it holds for', async () => {
    const { status, body } = await walking.get('/api/v1/search/explain?q=op.subject%3Ageneral');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { conditions: [{ kind: 'threads', count: (2 * THREADS) / 3 }] },
    });
  });

  test('says nothing about a thread whose opening post was hidden a moment ago', async () => {
    const before = await walk(walking, { q: 'op.subject:newest', limit: '100' });
    const { pool } = world();
    const opener = (THREADS - 1) * (REPLIES + 1) + 1;
    const board = '(select id from boards where name = $1)';
    await pool.query(`update posts set hidden = true where board_id = ${board} and num = $2`, ['g', opener]);
    await pool.query(
      `insert into concealed (board_id, thread, num, subnum, since) values (${board}, $2, $2, 0, now())`,
      ['g', opener],
    );
    const after = await walk(walking, { q: 'op.subject:newest', limit: '100' });
    expect(after.pages.flat()).toHaveLength(before.pages.flat().length - REPLIES - 1);
    expect(after.pages.flat().filter((key) => key.startsWith(`g.${opener}`))).toEqual([]);
  });
});
