import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROCESS_NAMES } from '../../platform/roles.ts';
import { loginUrl, PASSWORD } from './logins.ts';
import type { WorldSettings } from './world.ts';

/** Test runs start hundreds of processes with the same modules; a compile cache makes a start a third faster. */
export const COMPILE_CACHE = join(tmpdir(), 'sagasu-tests-compiled');
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts one of our processes over a world, as an operator would run it. */
export function startProcess(
  main: string,
  world: WorldSettings,
  settings: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [main], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...worldEnvironment(world),
      DATABASE_URL: processUrl(main, world),
      SAGASU_SECRET: 'a secret that is long enough for tests',
      SAGASU_LOG_LEVEL: 'warn',
      ...settings,
    },
  });
}

/** The address of the world's database for the process of a main file; other programs have the owner's. */
export function processUrl(main: string, { databaseUrl }: WorldSettings): string {
  const name = PROCESS_NAMES.find((known) => main.endsWith(`${known}/main.ts`));
  return name === undefined ? databaseUrl : loginUrl(databaseUrl, name);
}

/** The settings that connect a command to a world as the database's owner, without its other settings. */
export function worldEnvironment(world: WorldSettings): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    DATABASE_URL: world.databaseUrl,
    SAGASU_IMPORTER_DATABASE_PASSWORD: PASSWORD,
    REDIS_URL: world.redisUrl,
    ELASTICSEARCH_URL: world.elasticsearchUrls.join(','),
    SAGASU_INDEX_PREFIX: world.indexPrefix,
    SAGASU_QUEUE_PREFIX: world.queuePrefix,
    // The log of removals is stored outside the database, so each world has its own.
    SAGASU_DATA: join(tmpdir(), 'sagasu-tests-data', world.queuePrefix),
  };
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
