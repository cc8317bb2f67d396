import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Board } from '../../../mappings/board.ts';
import { headersPlugin } from '../../../server/http/plugins/headers.ts';
import { registerPages } from '../../../server/http/plugins/pages.ts';
import { problemsPlugin } from '../../../server/http/plugins/problems.ts';

const boards: readonly Board[] = ['g', 'ck', 'far'].map((name, id) => ({
  id,
  name,
  title: name,
  sourceName: name,
  worksafe: true,
  source: '4chan',
  url: 'https://a.example.org',
  mediaUrl: name === 'far' ? 'https://far.example.org:8443/files' : 'https://i.example.org',
  sliceSize: 1,
}));

let root: string;
let app: FastifyInstance;
let archiveUnavailable = false;

function away(): Promise<never> {
  return Promise.reject(new Error('out of reach'));
}

beforeEach(async () => {
  archiveUnavailable = false;
  root = mkdtempSync(join(tmpdir(), 'sagasu-pages-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>the page</title>');
  writeFileSync(join(root, 'favicon.svg'), '<svg/>');
  writeFileSync(join(root, 'assets/index-AbC123.js'), 'run()');
  writeFileSync(join(root, '..', 'sagasu-secret.txt'), 'not for readers');
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await app.register(problemsPlugin);
  await app.register(headersPlugin);
  await registerPages(app, {
    root,
    datastores: { rows: async () => [], lastRows: [] },
    postgres: { readOr: async (read) => read() },
    publicUrl: null,
    isNoindex: async () => false,
    findFarPage: async () => null,
    gate: { ask: async () => null },
    limit: () => undefined,
    workerPolicies: ['their-worker'],
    boards: {
      all: () => (archiveUnavailable ? away() : Promise.resolve(boards)),
      find: (name) =>
        archiveUnavailable ? away() : Promise.resolve(boards.find((board) => board.name === name) ?? null),
      filesAtSource: async () => new Map(boards.map((board) => [board.name, board])),
      views: () => Promise.resolve([]),
    },
  });
});

afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true });
  rmSync(join(root, '..', 'sagasu-secret.txt'));
});

const html = { accept: 'text/html,*/*' };

const asset = async (encoding: string) =>
  app.inject({ url: '/assets/index-AbC123.js', headers: { 'accept-encoding': encoding } });

test('files that the build has compressed are sent compressed to clients that accept it', async () => {
  writeFileSync(join(root, 'assets/index-AbC123.js.gz'), 'zipped');
  const zipped = await asset('gzip, br');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(zipped.headers['content-type']).toContain('javascript');
  expect(zipped.headers['cache-control']).toContain('immutable');
  expect(zipped.body).toBe('zipped');
  const plain = await asset('identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe('run()');
  expect([zipped.headers.vary, plain.headers.vary].every((vary) => /accept-encoding/i.test(String(vary)))).toBe(true);
});

describe('the page', () => {
  test.each(['/', '/search', '/search?q=x', '/g', '/g/', '/g/thread/123', '/g/catalog', '/ck/thread/1/'])(
    'is served at %s',
    async (url) => {
      const answer = await app.inject({ url, headers: html });
      expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('the page') });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    },
  );

  test.each(['/nope/', '/nope/thread/1', '/some/where/else/entirely'])(
    'is served at %s too, with its own notice that nothing is there',
    async (url) => {
      const answer = await app.inject({ url, headers: html });
      expect(answer).toMatchObject({ statusCode: 404, body: expect.stringContaining('the page') });
    },
  );

  test('does not answer 404 for a board while the stores are unavailable', async () => {
    archiveUnavailable = true;
    expect((await app.inject({ url: '/nope/', headers: html })).statusCode).toBe(200);
  });

  test('is the only executable answer: others can be neither executed, framed nor interpreted as another type', async () => {
    const { headers } = await app.inject({ url: '/api/nothing' });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test.each(['/assets/none.js', '/none.svg', '/assets/../../sagasu-secret.txt', '/%2e%2e/x.js'])(
    'is not executed, framed or interpreted in place of the missing file %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
    },
  );

  test('may run only its own scripts, and may show images of the boards', async () => {
    const { headers } = await app.inject({ url: '/', headers: html });
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
    );
    expect(policy).toEqual({
      'default-src': "'self'",
      'img-src': "'self' https://far.example.org:8443 https://i.example.org",
      'media-src': "'self' https://far.example.org:8443 https://i.example.org",
      'style-src': "'self'",
      'style-src-attr': "'unsafe-inline'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'code-worker filter-worker their-worker',
    });
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('explains how to build the application until it is built, and then serves it', async () => {
    rmSync(join(root, 'index.html'));
    expect(await app.inject({ url: '/', headers: html })).toMatchObject({
      statusCode: 503,
      body: expect.stringContaining('npm run build'),
    });
    writeFileSync(join(root, 'index.html'), 'built');
    expect(await app.inject({ url: '/', headers: html })).toMatchObject({ statusCode: 200, body: 'built' });
  });
});

describe('files', () => {
  test('with a hash in their name are cached for ever', async () => {
    const { headers, body } = await app.inject('/assets/index-AbC123.js');
    expect(body).toBe('run()');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('next to the page are served', async () => {
    expect(await app.inject('/favicon.svg')).toMatchObject({ statusCode: 200, body: '<svg/>' });
  });

  test.each([
    '/assets/gone-AbC123.js',
    '/assets/..%2F..%2Fsagasu-secret.txt',
    '/..%2Fsagasu-secret.txt',
    '/robots.txt',
    '/api',
    '/api/v9/x',
    '/g/thread/1/x.json',
  ])('%s is missing: a problem, and for browsers a page with that notice instead of the application', async (url) => {
    const answer = await app.inject({ url, headers: html });
    expect(answer.body).not.toContain('not for readers');
    expect(answer.body).not.toContain('id="root"');
    expect([403, 404]).toContain(answer.statusCode);
    const problem = await app.inject({ url, headers: { accept: 'application/json' } });
    expect(problem.headers['content-type']).toContain('application/problem+json');
    expect(problem.json()).toMatchObject({ status: answer.statusCode });
  });

  test('a client that does not accept HTML gets a problem', async () => {
    expect(await app.inject({ url: '/some/where', headers: { accept: 'application/json' } })).toMatchObject({
      statusCode: 404,
      headers: { 'access-control-allow-origin': '*' },
    });
  });
});
