/** A real PgBouncer in transaction mode in front of the test's PostgreSQL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROCESS_ROLES } from '../../platform/roles.ts';
import { eventually } from './archive.ts';
import { PASSWORD } from './logins.ts';
import { freePort } from './ports.ts';

export interface PgBouncer {
  /** The same address through PgBouncer, with `direct`. */
  address(direct: string): string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Sessions for each role. */
const POOL_SIZE = 3;

export async function startPgBouncer(databaseUrl: string, more: readonly string[] = []): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-pgbouncer-'));
  // Not its socket, whose folder another user may not open.
  const { hostname: host, port, username, password } = new URL(databaseUrl);
  const listenPort = await freePort();
  const owner = decodeURIComponent(username);
  const users = [
    [owner, decodeURIComponent(password)],
    ...Object.values(PROCESS_ROLES).map((role) => [role, PASSWORD]),
  ];
  writeFileSync(join(folder, 'users.txt'), users.map(([name, word]) => `"${name}" "${word}"\n`).join(''));
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${host} port=${port || '5432'} connect_query='set statement_timeout = 30000'`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      `default_pool_size = ${POOL_SIZE}`,
      'auth_type = plain',
      `auth_file = ${join(folder, 'users.txt')}`,
      ...more,
      '',
    ].join('\n'),
  );
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, config, join(folder, 'users.txt')]) chmodSync(path, 0o755);
  const as = isRoot ? ['-u', 'nobody'] : [];
  let child: ChildProcess;
  const start = async () => {
    child = spawn('/usr/sbin/pgbouncer', ['-q', ...as, config], { stdio: 'ignore' });
    await eventually('PgBouncer listens', async () => accepts(listenPort));
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    address(direct) {
      const url = new URL(direct);
      url.searchParams.delete('host');
      url.searchParams.set('direct', `${host}:${port || '5432'}`);
      url.hostname = '127.0.0.1';
      url.port = String(listenPort);
      return url.href;
    },
    async restart() {
      await stop();
      await start();
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).finally(() =>
    socket.destroy(),
  );
}
