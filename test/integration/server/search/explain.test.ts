import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Explanation } from '../../../../mappings/contract/explain.ts';
import type { Problem } from '../../../../mappings/contract/problem.ts';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenConfig, givenServer, NOW, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const name of ['g', 'ck']) await archive.board(name);
  await archive.storeAndIndex('g', [
    { num: 1, thread: 1, opener: true, subject: 'Kernel general', comment: 'which?' },
    { num: 2, thread: 1, comment: 'custom kernel' },
    { num: 3, thread: 3, opener: true, subject: 'Kernel hidden', comment: 'kernel' },
    { num: 4, thread: 3, comment: 'kernel below a hidden one' },
    ...Array.from({ length: 30 }, (_, place) => ({ num: 100 + place, opener: true, subject: 'kernelthread' })),
  ]);
  await archive.storeAndIndex('ck', [{ num: 11, opener: true, comment: 'kernel of corn' }]);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

async function explained(q: string, more: Record<string, string> = {}, from = server): Promise<Explanation> {
  const { status, body } = await from.get(`/api/v1/search/explain?${new URLSearchParams({ q, ...more }).toString()}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Explanation;
}

describe('an explanation', () => {
  test('shows the parsed query with the position of each part', async () => {
    const found = await explained('  KERNEL  (board:g | -is:op)');
    expect(found.canonical).toBe('KERNEL (board:g OR -is:op)');
    expect(found.tree).toMatchObject({
      kind: 'and',
      children: [
        { kind: 'text', text: 'KERNEL', span: { start: 2, end: 8 } },
        { kind: 'or', children: [{ kind: 'board' }, { kind: 'not', child: { kind: 'is', value: 'op' } }] },
      ],
    });
    expect((await explained('')).tree).toBeNull();
  });

  test('shows boards, order and grouping of the search', async () => {
    expect(await explained('board:g kernel sort:old')).toMatchObject({ boards: ['g'], sort: 'old', group: null });
    expect(await explained('kernel', { sort: 'relevance', group: 'thread' })).toMatchObject({
      boards: null,
      sort: 'relevance',
      group: 'thread',
      canonical: 'kernel group:thread sort:relevance',
    });
  });

  test('shows how much of each limit is used', async () => {
    const { limits } = await explained('board:g,ck ((kern* word) OR -(a (b OR c)))');
    const used = Object.fromEntries(limits.map(({ name, used: count, max }) => [name, [count, max]]));
    expect(used).toMatchObject({ length: [42, 512], leaves: [7, 32], depth: [3, 8], prefixes: [1, 4] });
    expect(used['cost']?.[0]).toBeGreaterThanOrEqual(1);
  });

  test('counts the threads that were looked up first, without hidden ones', async () => {
    expect((await explained('op.subject:kernel')).conditions).toMatchObject([{ kind: 'threads', count: 2 }]);
    await hide(3);
    const { conditions, request, total } = await explained('op.subject:kernel');
    expect(conditions).toEqual([{ kind: 'threads', span: { start: 0, end: 17 }, count: 1 }]);
    expect(JSON.stringify(request)).not.toMatch(/\b3\b.*\bg\b|g\.3\./);
    expect(total).toEqual({ value: 2, relation: 'eq' });
  });

  test('shows the Elasticsearch request without index names and with shortened lists', async () => {
    const { request } = await explained('op.subject:kernelthread');
    const text = JSON.stringify(request);
    expect(text).toContain('… and 10 more');
    expect(text).not.toContain(world().indexPrefix);
    expect(request).not.toHaveProperty('index');
    expect(request).toMatchObject({ sort: expect.any(Array), track_total_hits: true });
  });

  test('shows the request that is sent for hits grouped by thread, and what the query costs', async () => {
    const found = await explained('kernel', { group: 'thread', sort: 'relevance' });
    expect(found.request).toMatchObject({ docvalue_fields: ['thread_id'], search_type: 'dfs_query_then_fetch' });
    expect((await explained('kernel', { sort: 'relevance' })).request).toMatchObject({ docvalue_fields: ['board'] });
    const costs = await Promise.all(
      [{}, { group: 'thread' }, { group: 'thread', sort: 'relevance' }].map(async (more) => {
        const { limits } = await explained('a b c d e f g h', more);
        return limits.find(({ name }) => name === 'cost')?.used;
      }),
    );
    expect(costs).toEqual([4, 8, 16]);
  });

  test('shows the time of each step of a real search', async () => {
    const found = await explained('kernel');
    const answer = (await server.search({ q: 'kernel' })).body as SearchAnswer;
    expect(found).toMatchObject({ total: answer.total, partial: false, source: 'postgres', degraded: false });
    // The stage `pending_hides` exists only shortly after a post was hidden, possibly by another test.
    const names = found.stages.map(({ name }) => name).filter((name) => name !== 'pending_hides');
    expect(names).toEqual(['parse', 'charge', 'plan', 'execute', 'hydrate', 'present', 'elasticsearch']);
    for (const { name, ms } of found.stages) {
      expect(ms).toBeGreaterThanOrEqual(0);
      if (name !== 'elasticsearch') expect(ms).toBeLessThanOrEqual(found.took_ms + 0.2);
    }
  });

  test('has hints for probable mistakes', async () => {
    const { hints } = await explained('subjct:kernel');
    expect(hints[0]).toMatchObject({
      position: expect.any(Object),
      suggestion: expect.stringContaining('subject:kernel'),
    });
  });

  test('of an invalid query is the same problem as that of a search', async () => {
    for (const q of ['"kernel', 'board:nope', 'op.subject:']) {
      const [refused, searched] = await Promise.all([
        server.get(`/api/v1/search/explain?${new URLSearchParams({ q }).toString()}`),
        server.search({ q }),
      ]);
      const { request_id: _, ...problem } = refused.body as Problem;
      expect(refused.status).toBe(400);
      expect(searched.body).toMatchObject(problem);
    }
  });
});

async function hide(num: number): Promise<void> {
  // Hides the post as moderation does: in the row and in the list of pending hides.
  await world().pool.query('update posts set hidden = true where num = $1', [num]);
  await world().pool.query(
    `insert into pending_hides (board_id, num, subnum, thread, since)
     select board_id, num, subnum, thread, now() from posts where num = $1`,
    [num],
  );
}

test('a search reports its times in Server-Timing', async () => {
  const { headers } = await server.search({ q: 'kernel' });
  expect(headers['server-timing']).toMatch(
    /^parse;dur=[\d.]+, charge;dur=[\d.]+, plan;dur=[\d.]+, .*elasticsearch;dur=[\d.]+/,
  );
});

test("the limits are those of the server's configuration", async () => {
  const config = { ...givenConfig(world()), exportRows: 77, exports: 2, rateLimit: 50, searchTimeoutMs: 1234 };
  const limited = await givenServer(world(), { config, clock: () => NOW });
  const { body } = await limited.get('/api/v1/limits');
  expect(body).toEqual({
    query: { length: 512, leaves: 32, depth: 8, prefixes: 4, prefix_length: 3 },
    page: { default: 25, max: 100 },
    feed: { entries: 50 },
    export: { rows: { anonymous: 77, admin: 1_000_000 }, at_once: 2, max_seconds: 1800 },
    rate: { anonymous: 50, key: 0, admin: 0 },
    search: { timeout_ms: 1234 },
  });
  await limited.close();
});
