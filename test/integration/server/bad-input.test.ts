import { connect } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../mappings/contract/problem.ts';
import { print } from '../../../server/search/language/print.ts';
import { countOf } from '../../support/full-counts.ts';
import { useWorld } from '../../support/world.ts';
import { queries, written } from '../../unit/server/search/language/tree.ts';
import { givenArchive, givenServer, type Answer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const RUNS = countOf(1_000);
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) {
    await archive.board(board);
    await archive.storeAndIndex(board, [
      { num: 1, opener: true, subject: 'a', comment: 'foo bar 日本語 c# anon-san' },
      { num: 2, thread: 1, comment: 'b' },
    ]);
  }
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

async function refusal(url: string): Promise<Problem> {
  return problemIn(await server.get(url));
}

function problemIn(answer: Answer): Problem {
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('application/problem+json'),
    'access-control-allow-origin': '*',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  const problem = answer.body as Problem;
  expect(problem.status).toBe(answer.status);
  expect(problem.error).toBe(problem.detail);
  expect(problem.detail).toMatch(/\.$/);
  expect(problem.request_id).not.toBe('');
  return problem;
}

describe('an invalid search', () => {
  test.each([
    ['q=board:gg+foo', 400, 'board_unknown'],
    ['q=board:..%2F_cluster', 400, 'board_unknown'],
    ['q=board:*', 400, 'board_unknown'],
    ['q=%22foo', 400, 'quote_unclosed'],
    ['q=(foo', 400, 'group_unclosed'],
    ['q=is:x', 400, 'value_unknown'],
    ['q=after:x', 400, 'date_unreadable'],
    [`q=${'x'.repeat(513)}`, 400, 'query_too_long'],
    [`q=${'x+'.repeat(200)}`, 400, 'query_too_complex'],
    ['q=foo&cursor=x', 400, 'cursor_invalid'],
    [`q=foo&cursor=${'A'.repeat(200)}`, 400, 'cursor_invalid'],
    [`q=foo&cursor=${'A'.repeat(1025)}`, 400, 'request_invalid'],
    ['limit=0', 400, 'request_invalid'],
    ['limit=-1', 400, 'request_invalid'],
    ['limit=101', 400, 'request_invalid'],
    ['limit=1.5', 400, 'request_invalid'],
    ['limit=', 400, 'request_invalid'],
    ['limit=ten', 400, 'request_invalid'],
    ['limit=1e400', 400, 'request_invalid'],
    ['limit=5&limit=6', 400, 'request_invalid'],
    ['sort=best', 400, 'request_invalid'],
    ['q=a&q=b', 400, 'request_invalid'],
  ])('%s is refused with a problem', async (query, status, code) => {
    expect(await refusal(`/api/v1/search?${query}`)).toMatchObject({ status, code });
  });

  test('is answered by a problem with the position and a corrected query', async () => {
    const q = '😀 board:gg "foo';
    const quote = problemIn(await server.search({ q }));
    expect(quote).toMatchObject({ position: { start: 12, end: 16 }, suggestion: '😀 board:gg "foo"' });
    const board = problemIn(await server.search({ q: quote.suggestion ?? '' }));
    expect(board).toMatchObject({ position: { start: 9, end: 11 }, suggestion: '😀 board:g "foo"' });
    expect(await server.search({ q: board.suggestion ?? '' })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    'q=%00',
    'q=%FF%FE',
    'q=%zz',
    'q=%ED%A0%80',
    'q=a%00b',
    'q[]=x',
    '__proto__=x',
    'q=%F0%9F%98%80',
    'x='.repeat(2_000),
  ])('%s is not a server error', async (query) => {
    const { status } = await server.get(`/api/v1/search?${query}`);
    expect(status).toBeLessThan(500);
  });
});

describe('an unknown address', () => {
  test.each([
    ['/api/v1/boards/nope/threads/1', 404, 'board_unknown'],
    ['/api/v1/boards/g/threads/999', 404, 'thread_unknown'],
    ['/api/v1/boards/g/posts/999', 404, 'post_unknown'],
    ['/api/v1/boards/g/threads/0', 400, 'request_invalid'],
    ['/api/v1/boards/g/threads/-1', 400, 'request_invalid'],
    ['/api/v1/boards/g/threads/abc', 400, 'request_invalid'],
    ['/api/v1/boards/g/threads/9007199254740991', 404, 'thread_unknown'],
    ['/api/v1/boards/g/threads/9007199254740993', 400, 'request_invalid'],
    ['/api/v1/boards/g/threads/99999999999999999999', 400, 'request_invalid'],
    ['/api/v1/boards/g/threads/1e400', 400, 'request_invalid'],
    ['/api/v1/boards/g/posts/1?subnum=-1', 400, 'request_invalid'],
    ['/api/v1/boards/g/posts/1?subnum=2147483648', 400, 'request_invalid'],
    ['/api/v1/boards/%00/threads/1', 404, 'board_unknown'],
    ['/api/v1/boards/%F0%9F%98%80/threads/1', 404, 'board_unknown'],
    ['/api/v1/boards/..%2F..%2Fetc/threads/1', 404, 'board_unknown'],
    [`/api/v1/boards/${'x'.repeat(65)}/threads/1`, 400, 'request_invalid'],
    [`/api/v1/boards/${'x'.repeat(500)}/threads/1`, 414, 'request_invalid'],
    ['/api/v1/boards/%zz/threads/1', 400, 'request_invalid'],
    ['/api/v1/boards/%FF/threads/1', 400, 'request_invalid'],
    ['/api/v1/nope', 404, 'route_unknown'],
    ['/api/', 404, 'route_unknown'],
    ['/api/v2/search', 404, 'route_unknown'],
  ])('%s', async (url, status, code) => {
    expect(await refusal(url)).toMatchObject({ status, code });
  });

  test('outside the API is a page for browsers, in the reader’s language', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const opened = await server.get('/g/1500000000123.png', { accept, 'accept-language': 'de' });
    expect(opened).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(String(opened.body)).toContain('<p>Diese Datei ist nicht im Archiv.</p>');
    const shown = await server.get('/g/1500000000123.png', { accept: 'image/avif,image/*,*/*;q=0.8' });
    expect(shown).toMatchObject({ status: 404, body: { code: 'file_unknown' } });
    const asked = await server.get('/api/v1/boards/g/threads/999', { accept, 'accept-language': 'de' });
    expect(asked).toMatchObject({ status: 404, body: { detail: 'There is no thread 999 on /g/ in the archive.' } });
  });

  test('only GET and HEAD are accepted, and no body is read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await server.app.inject({ method, url: '/api/v1/search', payload: { q: 'x' } });
      expect(answer.json()).toMatchObject({ status: 404, code: 'route_unknown' });
      const large = await server.app.inject({ method, url: '/api/v1/search', payload: { q: 'x'.repeat(100_000) } });
      expect(large.json()).toMatchObject({ status: 413, code: 'request_invalid' });
    }
    expect((await server.app.inject({ method: 'HEAD', url: '/api/v1/boards' })).statusCode).toBe(200);
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/search',
      headers: { origin: 'https://example.org', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('malformed and oversized HTTP requests are answered by a problem too', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const say = async (text: string) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      socket.end(text);
      let heard = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
      await once(socket, 'close');
      return heard;
    };
    expect(await say('nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/problem\+json/,
    );
    const long = await say(`GET /api/v1/search?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1.1 431 /);
    for (const heard of [await say('nonsense\r\n\r\n'), long]) {
      expect(heard).toMatch(/\r\ncontent-security-policy: default-src 'none';frame-ancestors 'none'\r\n/i);
      expect(heard).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      expect(heard).toMatch(/\r\naccess-control-allow-origin: \*\r\n/i);
    }
    expect(JSON.parse(long.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 431, code: 'request_invalid' });
  });
});

async function ask(q: string, sort: string) {
  const { status, body } = await server.search({ q: q.toWellFormed(), sort });
  return { q, status, body };
}

describe('any search', () => {
  const sorts = fc.constantFrom('new', 'old', 'relevance', 'modified');

  test(`of ${RUNS} random texts is answered or refused without a server error`, async () => {
    await fc.assert(
      fc.asyncProperty(written, sorts, async (q, sort) => {
        const answer = await ask(q, sort);
        expect(answer.status, JSON.stringify(answer)).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });

  test(`of ${RUNS} random query trees within the limits is answered without an error`, async () => {
    await fc.assert(
      fc.asyncProperty(queries, sorts, async (query, sort) => {
        const answer = await ask(print(query), sort);
        const refused = answer.status === 400 ? (answer.body as Problem).code : null;
        if (refused !== null)
          expect(['board_unknown', 'identity_unknown', 'query_too_complex', 'query_too_long']).toContain(refused);
        else expect(answer.status, JSON.stringify(answer)).toBe(200);
      }),
      { numRuns: RUNS },
    );
  });
});
