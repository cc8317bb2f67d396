/**
 * A PostgreSQL as providers offer it: nobody but the provider is a superuser, every connection needs TLS with a certificate of the
 * provider's own authority, and the databases have a locale of ICU.
 */
import { execFileSync } from 'node:child_process';
import { appendFile, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../../cli/backup/programs.ts';
import { storeAccount } from '../../dev-stores/accounts.ts';
import { POSTGRES_MAJOR } from '../../dev-stores/settings.ts';
import { startStore } from '../../dev-stores/store-process.ts';
import { runTool } from '../../dev-stores/tool.ts';
import { lastingPort } from './ports.ts';

const OWNER = 'archivist';
const PASSWORD = 'the password of the owner';
const PROVIDER = 'provider';
const LIMIT_MS = 120_000;

export interface ManagedPostgresql {
  /** The owner's address, with the host that the certificate names. */
  readonly url: string;
  /** The certificate of the provider's authority. */
  readonly authority: string;
  /** A certificate of another authority. */
  readonly foreignAuthority: string;
  /** Runs a statement as the provider. */
  readonly asProvider: (statement: string) => Promise<pg.QueryResult>;
  readonly stop: () => Promise<void>;
}

export async function startManagedPostgresql(): Promise<ManagedPostgresql> {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-managed-'));
  const at = (name: string) => join(folder, name);
  const account = await storeAccount(process.env, () => undefined);
  const own = async (path: string) => (account === null ? undefined : chown(path, account.uid, account.gid));
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', HOME: folder };
  const postgres = await findPostgres(process.env, POSTGRES_MAJOR, null);
  await own(folder);
  const initdb = ['-D', at('cluster'), '-U', PROVIDER, '--encoding=UTF8', '--auth=trust'];
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  await runTool(join(dirname(postgres), 'initdb'), [...initdb, ...locale], {
    env,
    cwd: folder,
    account,
    timeoutMs: LIMIT_MS,
  });
  makeCertificates(at('cluster'));
  const socket = at('socket');
  await mkdir(socket, { mode: 0o700 });
  // The provider alone connects without TLS.
  await writeFile(
    at('cluster/pg_hba.conf'),
    `local all ${PROVIDER} trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n`,
  );
  const port = await lastingPort([]);
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: socket, ssl: 'on' };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(at('cluster/postgresql.conf'), lines.join(''));
  for (const path of [socket, ...(await readdir(at('cluster'))).map((name) => at(`cluster/${name}`))]) await own(path);
  const asProvider = async (statement: string) => {
    const client = new pg.Client({ host: socket, port, user: PROVIDER, database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const server = await startStore(
    {
      title: 'The managed PostgreSQL',
      command: postgres,
      args: ['-D', at('cluster')],
      env,
      cwd: folder,
      account,
      logFile: at('log'),
      ports: [],
      recordFile: at('record'),
      stopSignal: 'SIGINT',
      onEnd: () => undefined,
    },
    {
      answers: async () => asProvider('select 1').then(() => true),
      limitMs: LIMIT_MS,
      signal: AbortSignal.timeout(LIMIT_MS),
    },
  );
  await asProvider(`create role ${OWNER} login createrole password '${PASSWORD}'`);
  await asProvider(`create database archive owner ${OWNER}`);
  const url = new URL(`postgres://${OWNER}@localhost:${port}/archive`);
  url.password = encodeURIComponent(PASSWORD);
  return {
    url: url.href,
    authority: at('cluster/authority.crt'),
    foreignAuthority: at('cluster/foreign.crt'),
    asProvider,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The authority's certificate, the server's for `localhost` alone, and that of another authority. */
function makeCertificates(folder: string): void {
  const make = (name: string, subject: string, ...more: readonly string[]) => {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...key, ...files, '-days', '30', '-subj', `/CN=${subject}`, ...more], {
      stdio: 'pipe',
    });
  };
  make('authority', 'authority of the provider');
  make('foreign', 'another authority');
  const signer = ['-CA', join(folder, 'authority.crt'), '-CAkey', join(folder, 'authority.key')];
  make('server', 'localhost', ...signer, '-addext', 'subjectAltName=DNS:localhost');
}
