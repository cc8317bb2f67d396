/** `sagasu run`: processes as services. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { PROCESS_NAMES } from '../../../platform/roles.ts';
import { eventually } from '../../support/archive.ts';
import { runCommand } from '../../support/commands.ts';
import { loginUrl, PASSWORD } from '../../support/logins.ts';
import { freePort } from '../../support/ports.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** Started by root, the stores run as this account too, whose sockets others cannot reach. */
const asUser = isRoot ? ['--user', 'sagasu'] : [];

interface Running {
  readonly child: ChildProcess;
  readonly log: () => string;
}

function run(name: string, env: Readonly<Record<string, string | undefined>>): Running {
  const data = mkdtempSync(join(tmpdir(), 'sagasu-run-'));
  chmodSync(data, 0o777);
  const child = spawn(process.execPath, ['cli/main.ts', 'run', name, ...asUser], {
    cwd: ROOT,
    env: {
      ...worldEnvironment(world()),
      NODE_COMPILE_CACHE: undefined,
      SAGASU_DATA: data,
      SAGASU_SECRET: 'a secret that is long enough for tests',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, log: () => log };
}

async function stop({ child }: Running): Promise<number | null> {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  return child.exitCode;
}

const answers = async (port: number, path: string) =>
  eventually(`${path} answers on port ${port}`, async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok);

test('the indexer runs as a service, without the rights of root, and stops in order', async () => {
  const port = await freePort();
  const running = run('indexer', {
    DATABASE_URL: loginUrl(world().databaseUrl, 'indexer'),
    SAGASU_METRICS_PORT: String(port),
  });
  await answers(port, '/metrics');
  const { uid } = await ownerOf(running.child.pid ?? 0);
  expect(uid).not.toBe(0);
  expect(await stop(running)).toBe(0);
});

test('all three run with logins of their own, and stop together', async () => {
  const [port, metrics] = [await freePort(), await freePort()];
  const passwords = PROCESS_NAMES.map((name) => [`SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD`, PASSWORD]);
  const running = run('all', {
    ...Object.fromEntries(passwords),
    SAGASU_PORT: String(port),
    SAGASU_METRICS_PORT: String(metrics),
  });
  await answers(port, '/readyz');
  await answers(metrics, '/metrics');
  await answers(metrics + 1, '/metrics');
  const { rows } = await world().pool.query<{ role: string }>(
    `select distinct usename::text as role from pg_stat_activity
      where datname = current_database() and usename like 'sagasu\\_%' order by 1`,
  );
  expect(rows.map(({ role }) => role)).toEqual(['sagasu_indexer', 'sagasu_scraper', 'sagasu_server']);
  expect(await stop(running)).toBe(0);
});

test('missing logins are named together', async () => {
  const running = run('all', { DATABASE_URL: undefined });
  await once(running.child, 'exit');
  expect(running.child.exitCode).toBe(1);
  expect(running.log()).toContain(
    'set DATABASE_URL, SAGASU_SERVER_DATABASE_PASSWORD, SAGASU_INDEXER_DATABASE_PASSWORD, SAGASU_SCRAPER_DATABASE_PASSWORD',
  );
});

test('root, and an account that does not exist, are refused with a way out', async () => {
  const refused = await runCommand(world(), ['run', 'server', ...(isRoot ? [] : ['--user', 'nobody'])]);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/--user/);
  if (!isRoot) return;
  expect((await runCommand(world(), ['run', 'server', '--user', 'no-such-account'])).stderr).toContain(
    'there is no unprivileged account no-such-account',
  );
});

async function ownerOf(pid: number): Promise<{ readonly uid: number }> {
  return stat(`/proc/${pid}`);
}
