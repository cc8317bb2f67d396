/** `sagasu run`: one process of the archive, or all three, for service managers and containers. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { readConfig, type Config } from '../platform/config.ts';
import { AppError, ConfigError } from '../platform/errors.ts';
import { loginUrl } from '../platform/roles.ts';
import { SETTINGS } from '../platform/settings.ts';
import { findAccount } from '../dev-stores/accounts.ts';
import { UsageError } from './arguments.ts';
import { givenPasswords } from './database-address.ts';
import { runChild, type Child } from './start/children.ts';

const PROCESSES = ['server', 'indexer', 'scraper'] as const;
type RunnableProcess = (typeof PROCESSES)[number];

const LOGINS: ReadonlySet<unknown> = new Set([
  SETTINGS.databaseUrl,
  SETTINGS.serverPassword,
  SETTINGS.indexerPassword,
  SETTINGS.scraperPassword,
  SETTINGS.importerPassword,
]);

const MAINS: Readonly<Record<RunnableProcess, () => Promise<unknown>>> = {
  server: async () => import('../server/main.ts'),
  indexer: async () => import('../indexer/main.ts'),
  scraper: async () => import('../scraper/main.ts'),
};

export function runCommand(): Command {
  return new Command('run')
    .description('Run a process of the archive over stores that run already, with its log on standard error')
    .addArgument(new Argument('<process>', 'all: the three together').choices([...PROCESSES, 'all']))
    .option('--user <name>', 'the system account to run as; needed when root starts the process')
    .addHelpText(
      'after',
      `
DATABASE_URL logs in as the role of the process, such as sagasu_server. For all it may name any of the roles: the passwords are
SAGASU_SERVER_DATABASE_PASSWORD, SAGASU_INDEXER_DATABASE_PASSWORD and SAGASU_SCRAPER_DATABASE_PASSWORD. Run sagasu migrate before,
and npm run build for the pages of the server. deploy/systemd/ has units that do so.

SIGTERM stops the process in order; it ends with 0 then, and otherwise with 1, so that a service manager starts it again. With all, a
process that ends is started again; after five times within ten minutes, all are stopped.

Examples:
  $ sagasu run server
  $ sagasu run all --user sagasu`,
    )
    .action(async (name: RunnableProcess | 'all', { user }: { readonly user?: string }) => {
      leaveRoot(user);
      await (name === 'all' ? runAll(readConfig()) : MAINS[name]());
    });
}

/** @throws UsageError for root without an account, and for an account that does not exist */
function leaveRoot(user: string | undefined): void {
  const isRoot = process.getuid?.() === 0;
  if (user === undefined) {
    if (!isRoot) return;
    throw new UsageError(
      'processes do not run as root: add --user NAME with an account that may read this folder, such as sagasu',
    );
  }
  if (!isRoot) throw new UsageError('--user needs root: start it as that account instead');
  const account = findAccount(readFileSync('/etc/passwd', 'utf8'), user);
  if (account === null) throw new UsageError(`there is no unprivileged account ${user}: useradd --system ${user}`);
  process.setgroups?.([account.gid]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
}

/** The processes as children, each with a login of its own. */
async function runAll(config: Config): Promise<void> {
  const urls = loginsOf(config);
  const stop = new AbortController();
  let givenUp: string | null = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const onGivenUp = (reason: string) => {
    givenUp ??= reason;
    stop.abort();
  };
  const children = PROCESSES.map((name): Child =>
    runChild(
      { name, main: `${name}/main.ts`, env: environmentOf(name, urls[name], config) },
      { logDir: null, print: (line) => console.error(line), onGivenUp },
    ),
  );
  if (!stop.signal.aborted) await once(stop.signal, 'abort');
  await Promise.all(children.map(async (child) => child.stop()));
  if (givenUp !== null) throw new AppError('given_up', givenUp);
}

/** @throws ConfigError that names every missing setting */
function loginsOf(config: Config): Readonly<Record<RunnableProcess, string>> {
  const { databaseUrl } = config;
  const passwords = givenPasswords(config);
  const missing = [
    ...(databaseUrl === null ? [SETTINGS.databaseUrl.name] : []),
    ...PROCESSES.filter((name) => passwords[name] === undefined).map((name) => SETTINGS[`${name}Password`].name),
  ];
  if (databaseUrl === null || missing.length > 0) throw new ConfigError(`set ${missing.join(', ')}`);
  const urls = PROCESSES.map((name) => [name, loginUrl(databaseUrl, name, passwords[name] ?? '')]);
  return Object.fromEntries(urls) as Record<RunnableProcess, string>;
}

/** The settings of this command, without the logins of the other processes. The indexer's metrics have the port after the scraper's. */
function environmentOf(
  name: RunnableProcess,
  databaseUrl: string,
  { metricsPort }: Config,
): Record<string, string | undefined> {
  const logins = Object.values(SETTINGS).filter((setting) => LOGINS.has(setting));
  const hidden = logins.flatMap((setting) => [setting.name, `${setting.name}_FILE`]);
  return {
    // oxlint-disable-next-line node/no-process-env -- passed on, not read as a setting
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !hidden.includes(key))),
    DATABASE_URL: databaseUrl,
    ...(name === 'indexer' && metricsPort !== 0 && { SAGASU_METRICS_PORT: String(metricsPort + 1) }),
  };
}
