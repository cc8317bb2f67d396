import { errors, type DiagnosticResult } from '@elastic/elasticsearch';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfigError, UnavailableError } from '../../../platform/errors.ts';
import { createLogger } from '../../../platform/logger.ts';

const NO_ANSWER = {} as DiagnosticResult;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const written: string[] = [];
  const logger = createLogger({ logLevel: 'info', logFormat: 'json' }, 'test', { write: (line) => written.push(line) });
  return { logger, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
}

test.each([
  ['a store of ours', new UnavailableError('search', 'Search is out of reach.', { cause: refused() })],
  ['a connection', refused()],
  ['a connection by a wrapped error', new TypeError('fetch failed', { cause: refused() })],
  ['PostgreSQL that shuts down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['Elasticsearch', new errors.NoLivingConnectionsError('There are no living connections', NO_ANSWER)],
  ['Redis', new Error('Connection is closed.')],
  ['a full disk', Object.assign(new Error('no space left'), { code: 'ENOSPC' })],
  ['a wrong setting', new ConfigError('SAGASU_PORT must be a number')],
])('the line about an outage has no stack: %s', (_, error) => {
  const { logger, lines } = open();
  logger.error({ err: error }, 'it failed');
  const [line] = lines();
  expect(line?.['err']).toMatchObject({ type: error.name, message: error.message });
  expect(JSON.stringify(line)).not.toContain('logger.test.ts');
  expect(JSON.stringify(line).length).toBeLessThan(400);
});

test('the line about an outage has its code, service and cause', () => {
  const { logger, lines } = open();
  logger.warn({ err: new UnavailableError('archive', 'Out of reach.', { cause: refused() }) }, 'it failed');
  expect(lines()[0]?.['err']).toEqual({
    type: 'UnavailableError',
    code: 'unavailable',
    service: 'archive',
    message: 'Out of reach.',
    cause: 'connect ECONNREFUSED 127.0.0.1:5432',
  });
});

test('unknown errors keep their stack and are never left out', () => {
  const { logger, lines } = open();
  for (let i = 0; i < 3; i++) logger.error({ err: new TypeError('x is undefined') }, 'it failed');
  const written = lines();
  expect(written).toHaveLength(3);
  for (const { err } of written) expect((err as { stack: string }).stack).toContain('logger.test.ts');
});

test('the same message about an outage is written every 10 s, with the number of those left out', () => {
  const { logger, lines } = open();
  // 31 lines in a minute, by two parts of the process.
  for (let second = 0; second <= 60; second += 2) {
    logger.child({ part: 'leases' }).error({ err: refused(), second }, 'cannot renew the leases');
    vi.advanceTimersByTime(2_000);
  }
  vi.advanceTimersByTime(60_000);
  const written = lines();
  expect(written.length).toBeLessThanOrEqual(8);
  const leftOut = written.reduce((sum, { repeated }) => sum + Number(repeated ?? 0), 0);
  expect(written.length + leftOut).toBe(31);
  expect(written[0]).toMatchObject({ second: 0, part: 'leases', msg: 'cannot renew the leases' });
  expect(written[0]).not.toHaveProperty('repeated');
  expect(written[1]).toMatchObject({ second: 8, part: 'leases', repeated: 3 });
  expect(written.at(-1)).toMatchObject({ second: 60 });
});

test('other messages, other stores and lines below warnings are not left out', () => {
  const { logger, lines } = open();
  for (let i = 0; i < 2; i++) {
    logger.warn({ err: new UnavailableError('archive', 'away') }, 'one');
    logger.warn({ err: new UnavailableError('search', 'away') }, 'one');
    logger.warn({ err: new UnavailableError('archive', 'away') }, 'other');
    logger.info({ err: new UnavailableError('archive', 'away') }, 'note');
    logger.warn('without an error');
  }
  expect(lines().map(({ msg }) => msg)).toEqual([
    'one',
    'one',
    'other',
    'note',
    'without an error',
    'note',
    'without an error',
  ]);
});

test('a handler that ends after the time limit of its request logs neither the query nor a stack', async () => {
  const { logger, lines } = open();
  vi.useRealTimers();
  const app = fastify({ loggerInstance: logger, handlerTimeout: 20 });
  const handler = Promise.withResolvers<object>();
  app.get('/search', async () => handler.promise);
  expect((await app.inject('/search?q=secret')).statusCode).toBe(503);
  handler.resolve({});
  const late = () => JSON.stringify(lines().filter(({ level }) => Number(level) === 40));
  await vi.waitFor(() => expect(late()).toContain('FST_ERR_REP_ALREADY_SENT'));
  expect(late()).not.toMatch(/secret|node_modules/);
  await app.close();
});
