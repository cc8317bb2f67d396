import { fastify } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { RequestLog } from '../../../../../server/http/plugins/request-log.ts';

interface Line {
  readonly msg: string;
  readonly reqId?: string;
  readonly [name: string]: unknown;
}

async function linesOf(level: string, url: string): Promise<{ lines: Line[]; id: string }> {
  const lines: Line[] = [];
  const loggerInstance = pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const app = fastify({
    loggerInstance,
    logController: new RequestLog(),
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

test('at level info a request is one line with its id; at level warn there is none', async () => {
  const { lines, id } = await linesOf('info', '/quiet');
  expect(lines).toMatchObject([{ msg: 'answered', reqId: id, method: 'GET', route: '/quiet', status: 200 }]);
  expect((await linesOf('warn', '/quiet')).lines).toEqual([]);
});

test('every line that a handler logs has the id of its request', async () => {
  const { lines, id } = await linesOf('warn', '/loud');
  expect(lines).toMatchObject([
    { msg: 'something odd', of: 'it', reqId: id },
    { msg: 'within', part: 'a', reqId: id },
  ]);
});
