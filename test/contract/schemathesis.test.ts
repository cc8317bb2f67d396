/**
 * Calls every operation of the OpenAPI document with right and wrong input that Schemathesis (PyPI) generates from it: no server error,
 * and every answer matches the document. `CASES=5000` sets the number; a test run has a short round.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTasks } from '../../server/admin/tasks/start.ts';
import { ADMIN_HEADER } from '../../mappings/contract/admin.ts';
import { createPatientRedis } from '../support/patient-redis.ts';
import { givenAdmin } from '../integration/server/admin/given-admin.ts';
import { givenArchive, givenServer, type GivenServer } from '../integration/server/given-archive.ts';
import { pythonPrograms } from '../support/python.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const schemathesis = await pythonPrograms(['schemathesis==4.32.5']);
const IS_SHORT = process.env['CASES'] === undefined;
const CASES = Number(process.env['CASES'] ?? 100);
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance';
/** These operations end the session that the others need, or count its attempts. */
const LEFT_OUT = ['signIn', 'signOut'];
/** Posts that are requested by name must not be purged during the test, so that round comes first and leaves out moderation. */
const ROUNDS = [
  { asked: 'what is in the archive', parameters: ofArchive, leftOut: [...LEFT_OUT, 'moderate'] },
  { asked: 'anything', parameters: () => '', leftOut: LEFT_OUT },
];

let server: GivenServer;
let redis: Redis;
let folder: string;
let address: string;
let task: number;
let cookie: string;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [
    { num: 10, thread: 10, opener: true, subject: 'Herons', comment: 'first' },
    { num: 11, thread: 10, comment: 'second', mediaTime: 1, mediaType: 'png', mediaHash: Buffer.alloc(16, 7) },
    { num: 12, thread: 10, subnum: 1, comment: 'ghost' },
  ]);
  redis = createPatientRedis(world().redisUrl);
  await redis.ping();
  server = await givenServer(world(), { redis, clock: () => new Date() });
  ({ cookie } = await givenAdmin(world(), server));
  [{ id: task } = { id: 0 }] = await startTasks(world().pool, { kind: 'verify', boards: ['g'], requestedBy: 'tester' });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'sagasu-schemathesis-'));
});

afterAll(async () => {
  await server.close();
  const keys = await redis.keys(`${world().queuePrefix}*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
  await rm(folder, { recursive: true, force: true });
});

test.each(ROUNDS)(
  'for requests with $asked, every answer matches the document, and none is a server error',
  async ({ parameters, leftOut }) => {
    const { paths } = (await server.get('/api/openapi.json')).body as { paths: Record<string, object> };
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, parameters());
    const options = [
      ['--checks', CHECKS],
      ['--phases', IS_SHORT ? 'fuzzing' : 'coverage,fuzzing'],
      ['--max-examples', String(Math.ceil(CASES / operations / ROUNDS.length))],
      ...leftOut.map((name) => ['--exclude-operation-id', name]),
      ['--suppress-health-check', 'all'],
      ['--request-timeout', '60'],
      ['--header', `Cookie: ${cookie}`, '--header', 'Sec-Fetch-Site: same-origin'],
      // Without a body, only this header shows that the request does not come from a form.
      ['--header', `${ADMIN_HEADER}: 1`],
    ].flat();
    const run = ['-m', 'schemathesis.cli', '--config-file', config, 'run', ...options, `${address}/api/openapi.json`];
    const { code, said } = await python(schemathesis, run);
    expect(code, said).toBe(0);
    const [, generated = '0'] = /(\d+) generated/.exec(said) ?? [];
    expect(Number(generated)).toBeGreaterThanOrEqual(operations - leftOut.length);
  },
  3_600_000,
);

/** Parameters by name; FoolFuuka's API passes a post's in the query. */
function ofArchive(): string {
  const known = {
    'path.board': '"g"',
    'path.num': 10,
    'path.page': 1,
    'path.id': task,
    'query.board': '"g"',
    'query.num': '"10"',
    'query.page': '"1"',
  };
  return ['[parameters]', ...Object.entries(known).map(([name, value]) => `"${name}" = ${value}`), ''].join('\n');
}

async function python(program: string, words: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, maxBuffer: 64_000_000, env: { ...process.env, NO_COLOR: '1' } };
    execFile(program, words, options, (error, out, err) => resolve({ code: error === null ? 0 : 1, said: out + err }));
  });
}
