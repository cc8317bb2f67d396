/** Admins see the settings of each process, which the processes report. */
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { EnvironmentSettings } from '../../../../mappings/contract/environment.ts';
import type { ProcessReport } from '../../../../platform/process-reports.ts';
import { eventually } from '../../../support/archive.ts';
import { PASSWORD as LOGIN_PASSWORD } from '../../../support/logins.ts';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import { startProcess, stopProcess } from '../../../support/processes.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { givenAdmin, type Admin } from './given-admin.ts';

const world = useWorld();
let server: GivenServer;
let admin: Admin;
let redis: Redis;

beforeAll(async () => {
  redis = createPatientRedis(world().redisUrl);
  server = await givenServer(world(), { redis, clock: () => new Date() });
  admin = await givenAdmin(world(), server);
});
afterAll(async () => {
  await server.close();
  redis.disconnect();
});

const read = async () => (await admin.get('/environment')).body as EnvironmentSettings;
const scraperOf = ({ processes }: EnvironmentSettings) => processes.find(({ process }) => process === 'scraper');

test('a scraper shows its settings without secrets while it runs, and that it stopped or vanished afterwards', async () => {
  const before = await read();
  expect(before.processes).toMatchObject([{ process: 'server', state: 'running', pid: process.pid }]);
  const child = startProcess('scraper/main.ts', world(), {
    SAGASU_SCRAPER_INTERVAL_MS: '20001',
    SAGASU_TRIPCODE_SECRET: 'aHVzaCBodXNo',
    SAGASU_SCRAPER_PROXIES: 'a.example=http://user:hushhush@proxy.example:3128',
  });
  onTestFinished(async () => stopProcess(child));
  await eventually('the scraper reports', async () => scraperOf(await read())?.state === 'running');
  const running = await read();
  const id = scraperOf(running)?.id ?? '';
  const valueOf = (name: string) =>
    running.settings.find((one) => one.name === name)?.values.find(({ processes }) => processes.includes(id));
  expect(running.unread).toBeNull();
  expect(scraperOf(running)).toMatchObject({ pid: child.pid });
  expect(valueOf('SAGASU_SCRAPER_INTERVAL_MS')).toEqual({
    source: 'environment',
    file: null,
    value: '20001',
    processes: [id],
  });
  expect(valueOf('SAGASU_TRIPCODE_SECRET')).toMatchObject({ source: 'environment', value: '…' });
  expect(valueOf('DATABASE_URL')?.value).toMatch(/^postgres(ql)?:\/\/sagasu_scraper:…@/);

  const key = `${world().queuePrefix}:processes`;
  const stored = (await redis.hget(key, id)) ?? '';
  for (const text of [stored, JSON.stringify(running)])
    for (const secret of ['aHVzaCBodXNo', 'hushhush', `:${LOGIN_PASSWORD}@`]) expect(text).not.toContain(secret);

  await stopProcess(child);
  const stopped = await read();
  expect(scraperOf(stopped)?.state).toBe('stopped');
  expect(JSON.stringify(stopped.settings)).not.toContain('20001');

  // A machine that lost its power reports nothing.
  const report = JSON.parse(stored) as ProcessReport;
  await redis.hset(key, id, JSON.stringify({ ...report, seenAt: report.seenAt - 91_000 }));
  expect(scraperOf(await read())?.state).toBe('gone');
});

test('without Redis the server shows its own settings, and the reason', async () => {
  const alone = await givenServer(world(), { clock: () => new Date() });
  onTestFinished(async () => alone.close());
  const { body } = await (await givenAdmin(world(), alone)).get('/environment');
  const { unread, processes, settings } = body as EnvironmentSettings;
  expect(unread).toMatch(/\w/);
  expect(processes).toMatchObject([{ process: 'server', pid: process.pid }]);
  expect(settings.find(({ name }) => name === 'SAGASU_PORT')?.values).toHaveLength(1);
});
