/** Alerts over real stores, to a real HTTP server and Debian's Exim. Only the clock is the test's. */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { createReceivers, type AlertConfig } from '../../../server/alerts/receivers.ts';
import { AlertWatch, testMessage } from '../../../server/alerts/watch.ts';
import { EVERYTHING, readOverview } from '../../../server/overview/collect.ts';
import { CORE_PARTS } from '../../../server/overview/core-parts.ts';
import { alertsPart } from '../../../server/overview/parts/alerts.ts';
import { runCommand } from '../../support/commands.ts';
import { loginUrl } from '../../support/logins.ts';
import { MAIL_LOGIN, startMailServer, type MailServer } from '../../support/mail-server.ts';
import { createPatientRedis } from '../../support/patient-redis.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { REDIS_AWAY } from '../../support/redis-away.ts';
import { atPort, startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { useWorld } from '../../support/world.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly alerts: readonly {
    readonly status: string;
    readonly name: string;
    readonly summary: string;
    readonly is_repeated: boolean;
  }[];
}

const world = useWorld();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MINUTE = 60_000;
const SECRET = Buffer.alloc(32, 7);
const sender = { archive: null, server: 'one' };
let received: Received[] = [];
/** How the receiver answers. */
let treat: 'take' | 'status 500' | 'redirect' | 'never' | 'endless' = 'take';
let hook: Server;
let hookUrl: string;
let mail: MailServer;
let now = Date.now();
let postgres: TcpProxy;
let pool: pg.Pool;
let redis: Redis;

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (treat === 'take') {
        const { data } = JSON.parse(body) as { data: { alerts: Received['alerts'] } };
        received.push({ headers: request.headers, body, alerts: data.alerts });
        response.writeHead(200).end('thanks');
      } else if (treat === 'status 500') response.writeHead(500).end(`out of order ${'x'.repeat(5_000)}`);
      else if (treat === 'redirect') response.writeHead(302, { location: `${hookUrl}other` }).end();
      else if (treat === 'endless') {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(100_000)), 1);
        response.once('close', () => clearInterval(timer));
      }
    });
  });
  await once(hook.listen(0, '127.0.0.1'), 'listening');
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/secret-token/`;
  mail = await startMailServer();
  const { databaseUrl, redisUrl } = world();
  const { hostname, port } = new URL(databaseUrl);
  postgres = await startTcpProxy({ host: hostname, port: Number(port) });
  pool = createPostgresPool({ url: atPort(loginUrl(databaseUrl, 'server'), postgres.port) });
  redis = createPatientRedis(redisUrl);
});

afterAll(async () => {
  redis.disconnect();
  await pool.end();
  await Promise.all([postgres.close(), mail.stop()]);
  hook.closeAllConnections();
  hook.close();
});

beforeEach(async () => {
  [received, treat] = [[], 'take'];
  await world().pool.query('delete from alert_state; delete from tasks');
  await redis.del(`${world().queuePrefix}:alerts:holder`, `${world().queuePrefix}:alerts:state`);
  await backedUp();
});

const backedUp = async () =>
  world().pool.query(
    `insert into tasks (kind, status, requested_by, finished_at) values ('backup', 'succeeded', 'cli', $1)`,
    [new Date(now)],
  );

async function failTask(status: 'failed' | 'succeeded'): Promise<void> {
  await world().pool.query(
    `insert into tasks (kind, status, requested_by, error, finished_at)
     values ('backup', $1, 'cli', $2, $3)`,
    [status, status === 'failed' ? '{"code":"x","message":"the disk is full"}' : null, new Date(now)],
  );
}

function configOf(more: Partial<AlertConfig> = {}): AlertConfig {
  return {
    alertWebhookUrl: hookUrl,
    alertWebhookSecret: SECRET,
    alertPrivateHosts: new Set(),
    alertSmtpUrl: null,
    alertFrom: null,
    alertTo: null,
    ...more,
  };
}

const byMail = (url: string, to = 'ops@archive.example'): Partial<AlertConfig> => ({
  alertWebhookUrl: null,
  alertSmtpUrl: url,
  alertFrom: 'sagasu@archive.example',
  alertTo: [to],
});

function watchOf(holder: string, config = configOf(), withRedis = redis): AlertWatch {
  const { elasticsearchUrls, indexPrefix, queuePrefix } = world();
  const limits = { overviewBackupDays: 7, overviewFreePercent: 0, overviewLagSeconds: 60 };
  const stores = {
    pool,
    redis: withRedis,
    elasticsearch: createElasticsearch(elasticsearchUrls),
    indexPrefix,
    queuePrefix,
    folders: {},
    limits,
    clock: () => new Date(now),
  };
  const log = pino({ level: 'silent' });
  const receivers = createReceivers(config, 2_000);
  return new AlertWatch({ stores, parts: CORE_PARTS, receivers, archive: 'https://archive.example', log, holder });
}

/** Checks every half minute. */
async function pass(minutes: number, ...watches: readonly AlertWatch[]): Promise<void> {
  for (let half = 0; half < minutes * 2; half++) {
    now += MINUTE / 2;
    for (const watch of watches) await watch.check();
  }
}

const sent = () => received.flatMap(({ alerts }) => alerts.map(({ status, summary }) => `${status} ${summary}`));
const mine = () => sent().filter((text) => /backup of the archive|PostgreSQL|Redis/.test(text));

async function shownReceivers() {
  const stores = { ...world(), redis, folders: {}, queuePrefix: world().queuePrefix, clock: () => new Date(now) };
  const limits = { overviewBackupDays: 7, overviewFreePercent: 0, overviewLagSeconds: 60 };
  return (await readOverview({ ...stores, limits }, [alertsPart], EVERYTHING)).parts[0]?.lines ?? [];
}

test('two servers send an alert once, signed, and that it is resolved once', async () => {
  const [one, other] = [watchOf('one'), watchOf('other')];
  await failTask('failed');
  await pass(2, one, other);
  await failTask('succeeded');
  await pass(4, one, other);
  expect(mine()).toEqual(['firing backup of the archive failed', 'resolved backup of the archive failed']);
  const { headers = {}, body = '' }: Partial<Received> = received[0] ?? {};
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`);
  expect(JSON.parse(body)).toMatchObject({
    type: 'alerts.changed',
    data: { archive: 'https://archive.example', left_out: 0 },
    text: expect.stringContaining('What to do: Run sagasu tasks'),
  });
});

test('the next server knows what was sent when the sending one has closed', async () => {
  const one = watchOf('one');
  await failTask('failed');
  await pass(1, one);
  await one.close();
  const other = watchOf('other');
  await pass(2, other);
  await failTask('succeeded');
  await pass(4, other);
  expect(mine()).toEqual(['firing backup of the archive failed', 'resolved backup of the archive failed']);
});

test('while PostgreSQL is away, one of two servers sends it; what fired before is resolved once', async () => {
  const [one, other] = [watchOf('one'), watchOf('other')];
  await failTask('failed');
  await pass(1, one, other);
  postgres.cut();
  await pass(3, one, other);
  expect(mine()).toEqual(['firing backup of the archive failed', 'firing PostgreSQL cannot be reached']);
  postgres.restore();
  await failTask('succeeded');
  await pass(4, other, one);
  expect(mine().slice(2).toSorted()).toEqual([
    'resolved PostgreSQL cannot be reached',
    'resolved backup of the archive failed',
  ]);
});

test('while both PostgreSQL and Redis are away, the alerts go out all the same', async () => {
  const watch = watchOf('one', configOf(), REDIS_AWAY);
  postgres.cut();
  await pass(3, watch);
  expect(mine().toSorted()).toEqual(['firing PostgreSQL cannot be reached', 'firing Redis cannot be reached']);
  postgres.restore();
  await pass(4, watch);
  expect(mine().slice(2)).toEqual(['resolved PostgreSQL cannot be reached']);
});

test('a failing receiver is tried again with growing pauses, and is shown until it takes what waits', async () => {
  const watch = watchOf('one');
  treat = 'status 500';
  await failTask('failed');
  await pass(1, watch);
  const detail = expect.stringMatching(/^it answered with status 500: out of order x{1,300}$/);
  expect(await shownReceivers()).toMatchObject([{ kind: 'alerts.failing', state: 'error', number: 1, detail }]);
  expect((await shownReceivers())[0]?.detail).not.toContain('secret-token');
  await failTask('succeeded');
  await pass(6, watch);
  const { rows } = await world().pool.query<{ failures: number }>(
    `select (state -> 'receivers' -> 'webhook' ->> 'failures')::int as failures from alert_state`,
  );
  // At 0.5, 1.5, 3.5 and then 7.5 minutes.
  expect(rows[0]?.failures).toBe(3);
  treat = 'take';
  await pass(2, watch);
  expect(mine()).toEqual(['firing backup of the archive failed', 'resolved backup of the archive failed']);
  expect(await shownReceivers()).toMatchObject([{ kind: 'alerts.sending', state: 'ok' }]);
});

const message = testMessage(new Date());
const sendTest = async (config: AlertConfig) => createReceivers(config, 2_000)[0]?.send(message, sender);

test('a webhook that is silent, redirects, never ends, is inside or without TLS fails with a reason', async () => {
  treat = 'never';
  await expect(sendTest(configOf())).rejects.toThrow('no answer within 2 s');
  treat = 'redirect';
  await expect(sendTest(configOf())).rejects.toThrow('it redirects to another address (status 302)');
  treat = 'endless';
  expect(await sendTest(configOf())).toBe('status 200');
  await expect(sendTest(configOf({ alertWebhookUrl: 'http://hooks.example/' }))).rejects.toThrow(
    'must be reached by https',
  );
  await expect(sendTest(configOf({ alertWebhookUrl: 'https://10.255.255.1/' }))).rejects.toThrow(
    'is not a public address',
  );
});

test('mails reach the server, with the alerts as text', async () => {
  const watch = watchOf('one', configOf(byMail(`smtp://127.0.0.1:${mail.port}`)));
  await failTask('failed');
  await pass(1, watch);
  const [text = ''] = mail.mails().slice(-1);
  expect(text).toContain('To: ops@archive.example');
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).toContain('Subject: [archive.example] Alert: backup of the archive failed');
  expect(text).toMatch(/FIRING: backup of the archive failed\r?\nSagasuTaskFailed, warning, since /);
});

test('a refused mail fails with the words of the server', async () => {
  const server = `smtp://127.0.0.1:${mail.port}`;
  await expect(sendTest(configOf(byMail(server, 'ops@elsewhere.example')))).rejects.toThrow('relay not permitted');
  const wrong = `smtps://sagasu:wrong@127.0.0.1:${mail.tlsPort}`;
  await expect(sendTest(configOf(byMail(wrong)))).rejects.toThrow(/certificate/);
  await expect(sendTest(configOf(byMail('smtp://127.0.0.1:1')))).rejects.toThrow('ECONNREFUSED');
});

test('a mail server that never answers fails in time', async () => {
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const port = (silent.address() as AddressInfo).port;
  const began = performance.now();
  await expect(sendTest(configOf(byMail(`smtp://127.0.0.1:${port}`)))).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(5_000);
  silent.closeAllConnections();
  silent.close();
});

/** Runs `sagasu alerts …` as a process of its own, which reads the certificates that it trusts when it starts. */
async function alertsCommand(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { ...worldEnvironment(world()), ...settings };
  const child = spawn(process.execPath, ['cli/main.ts', 'alerts', ...args], { cwd: ROOT, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('sagasu alerts test sends to all receivers with TLS and a login, and prints their answers without secrets', async () => {
  const settings = {
    SAGASU_ALERT_WEBHOOK_URL: hookUrl,
    SAGASU_ALERT_SMTP_URL: `smtps://${MAIL_LOGIN}@127.0.0.1:${mail.tlsPort}`,
    SAGASU_ALERT_FROM: 'sagasu@archive.example',
    SAGASU_ALERT_TO: 'ops@guarded.example',
  };
  const trusted = await alertsCommand({ ...settings, NODE_EXTRA_CA_CERTS: mail.certificate }, 'test');
  expect(trusted.output).toMatch(/^ok +webhook 127\.0\.0\.1:\d+: status 200\nok +mail 127\.0\.0\.1:\d+: 250 OK/);
  expect(trusted.code).toBe(0);
  expect(mail.mails().at(-1)).toContain('Test of alerts');
  treat = 'status 500';
  const failed = await alertsCommand(settings, 'test', '--json');
  expect(failed.code).toBe(1);
  expect(
    failed.output
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as object),
  ).toMatchObject([
    { receiver: 'webhook', ok: false, answer: expect.stringContaining('status 500') },
    { receiver: 'mail', ok: false, answer: expect.stringContaining('certificate') },
  ]);
  expect(failed.output).not.toMatch(/secret/);
  const { code, output } = await alertsCommand({}, 'test');
  expect([code, output]).toEqual([2, expect.stringContaining('set SAGASU_ALERT_WEBHOOK_URL')]);
});

test('sagasu alerts list has what fires', async () => {
  await failTask('failed');
  await pass(1, watchOf('one'));
  const { stdout } = await runCommand(world(), ['alerts', 'list']);
  expect(stdout).toMatch(/^ALERT +SINCE +SENT +SUMMARY\n[^]*SagasuTaskFailed .* backup of the archive failed/);
});
