import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { UnavailableError } from '../../../../../platform/errors.ts';
import { createLogger } from '../../../../../platform/logger.ts';
import { problemsPlugin } from '../../../../../server/http/plugins/problems.ts';
import { RefusedError } from '../../../../../server/shared/errors.ts';

/** Returns the warnings and errors that the server logs for the error of a route, with `requests` requests. */
async function logged(error: Error, requests = 1): Promise<readonly string[]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const app = fastify({ loggerInstance: createLogger({ logLevel: 'warn', logFormat: 'json' }, 'test', destination) });
  await app.register(problemsPlugin);
  app.get('/api/v1/search', () => {
    throw error;
  });
  for (let i = 0; i < requests; i++) await app.inject({ url: '/api/v1/search' });
  return lines;
}

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9200'), { code: 'ECONNREFUSED' });
const away = new UnavailableError('search', 'Search is out of reach right now.', { cause: refused });

test('a failed search during an outage is one short line with its code and cause', async () => {
  const [line = '{}', ...others] = await logged(away);
  expect(others).toEqual([]);
  expect(line.length).toBeLessThan(500);
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    code: 'search_unavailable',
    err: { type: 'UnavailableError', cause: 'connect ECONNREFUSED 127.0.0.1:9200' },
    msg: 'Search is out of reach right now.',
  });
  expect(line).not.toContain('"stack"');
});

test('requests during an outage share one line', async () => {
  expect(await logged(away, 50)).toHaveLength(1);
});

test('a server that closes refuses requests without a stack', async () => {
  const [line = '{}'] = await logged(new RefusedError(503, 'closing', 'The server is stopping.'));
  expect(JSON.parse(line)).toMatchObject({ code: 'closing', msg: 'The server is stopping.' });
  expect(line).not.toContain('"stack"');
});

test('every unexpected error is logged with its stack', async () => {
  const lines = await logged(new TypeError('x is undefined'), 3);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toContain('logged-errors.test.ts');
});
