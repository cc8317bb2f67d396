import { fastify } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { makeRequestLogger, RequestLog } from '../../../../../server/http/plugins/request-log.ts';
import { createRequestIds } from '../../../../../server/request-ids.ts';

interface Line {
  readonly msg: string;
  readonly reqId?: string;
  readonly [name: string]: unknown;
}

async function linesOf(level: string, url: string): Promise<{ lines: Line[]; id: string }> {
  const lines: Line[] = [];
  const loggerInstance = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const genReqId = createRequestIds();
  const app = fastify({
    loggerInstance,
    childLoggerFactory: makeRequestLogger,
    logController: new RequestLog(),
    genReqId,
  });
  app.get('/quiet', async ({ id }) => id);
  app.get('/loud', async ({ id, log }) => {
    log.warn({ of: 'it' }, 'something %s', 'odd');
    log.child({ part: 'a' }).warn('within');
    return id;
  });
  const { body: id } = await app.inject({ url });
  await app.close();
  return { lines, id };
}

test('a request is one line with its id at info, and none above', async () => {
  const { lines, id } = await linesOf('info', '/quiet');
  expect(lines).toMatchObject([{ msg: 'answered', reqId: id, method: 'GET', route: '/quiet', status: 200 }]);
  expect((await linesOf('warn', '/quiet')).lines).toEqual([]);
});

test('what is said for a request has its id, at whatever level', async () => {
  const { lines, id } = await linesOf('warn', '/loud');
  expect(lines).toMatchObject([
    { msg: 'something odd', of: 'it', reqId: id },
    { msg: 'within', part: 'a', reqId: id },
  ]);
});

test('ids are like those by chance, and no two are the same, in one process or in two', () => {
  const [one, other] = [createRequestIds(), createRequestIds()];
  const ids = Array.from({ length: 1_000 }, () => [one(), other()]).flat();
  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
});
