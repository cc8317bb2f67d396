/** Starts Redis or Valkey with an append-only file. */
import { connect } from 'node:net';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { createOwnedFolder } from './accounts.ts';
import { recordFile, socketIn } from './layout.ts';
import { storePort } from './ports.ts';
import { PrerequisiteError } from './problems.ts';
import { readOrCreateSecret, writeSecret } from './secret-file.ts';
import { REDIS_MIN_MAJOR, REDIS_SETTINGS } from './settings.ts';
import { type StartContext, type StartedStore, storeEnvironment } from './start-context.ts';
import { startStore, type StoreCommand } from './store-process.ts';
import { superviseStore } from './supervised-store.ts';
import { findProgram, runTool } from './tool.ts';

const INSTALL_LIMIT_MS = 300_000;
/** Long enough to read a large append-only file. */
const START_LIMIT_MS = 120_000;

/**
 * The path of the server program. Root installs it with apt-get when it is missing.
 * @throws PrerequisiteError when it is missing or too old.
 */
export async function findRedis(context: Pick<StartContext, 'env' | 'onProgress' | 'signal'>): Promise<string> {
  const program = findProgram(context.env, 'redis-server', 'valkey-server') ?? (await installRedis(context));
  const version = await runTool(program, ['--version'], {
    env: context.env,
    timeoutMs: 10_000,
    signal: context.signal,
  });
  const major = redisMajor(version);
  if (major === null || major < REDIS_MIN_MAJOR) throw new PrerequisiteError(oldRedis(program, version));
  return program;
}

export function redisMajor(version: string): number | null {
  const found = /\bv=(\d+)\./.exec(version);
  return found === null ? null : Number(found[1]);
}

export function oldRedis(program: string, version: string): string {
  const is = /\bv=([\d.]+)/.exec(version)?.[1] ?? 'of an unknown version';
  return `${program} is ${is}, but Redis ${REDIS_MIN_MAJOR} or Valkey is needed: install a newer one, or set REDIS_URL to a running one.`;
}

export const NO_REDIS =
  'There is no redis-server or valkey-server on the PATH: install one (Debian: `apt-get install redis-server`, macOS: `brew install valkey`), or set REDIS_URL to a running one.';

async function installRedis(context: Pick<StartContext, 'env' | 'onProgress' | 'signal'>): Promise<string> {
  const apt = findProgram(context.env, 'apt-get');
  if (apt === null || process.getuid?.() !== 0) throw new PrerequisiteError(NO_REDIS);
  context.onProgress('Redis: installing the package redis-server with apt-get');
  const env = {
    ...context.env,
    DEBIAN_FRONTEND: 'noninteractive',
    // Without it, the package starts a server of its own on machines without systemd.
    RUNLEVEL: '1',
  };
  const options = { env, timeoutMs: INSTALL_LIMIT_MS, signal: context.signal };
  try {
    await runTool(apt, ['-q', 'update'], options);
    await runTool(apt, ['-q', '-y', '--no-install-recommends', 'install', 'redis-server'], options);
  } catch (cause) {
    throw new PrerequisiteError(`${NO_REDIS} (Installing it with apt-get failed.)`, { cause });
  }
  const program = findProgram(context.env, 'redis-server');
  if (program === null) throw new PrerequisiteError(NO_REDIS);
  return program;
}

export async function startRedis(context: StartContext, program: string): Promise<StartedStore> {
  const { places, account, config } = context;
  await createOwnedFolder(places.redis, account, context.env);
  await chmod(places.redis, 0o700);
  const password = await readOrCreateSecret(join(places.redis, 'password'), account);
  // The password is in a file, because every user of the machine sees the arguments of a process.
  const file = join(places.redis, 'redis.conf');
  await writeSecret(file, `requirepass ${password}\n`, account);
  const socket = socketIn(places.redis, 'redis.sock');
  const own = {
    port: String(config.redisPort),
    bind: '127.0.0.1',
    ...(socket !== null && { unixsocket: socket, unixsocketperm: '700' }),
    dir: places.redis,
    daemonize: 'no',
  };
  context.onProgress(`Redis: starting on port ${config.redisPort}`);
  const logFile = join(places.logs, 'redis.log');
  const command: Omit<StoreCommand, 'onEnd'> = {
    title: 'Redis',
    command: program,
    args: [file, ...Object.entries({ ...own, ...REDIS_SETTINGS }).flatMap(([name, value]) => [`--${name}`, value])],
    env: storeEnvironment(context),
    cwd: places.redis,
    account,
    logFile,
    recordFile: recordFile(places, 'redis'),
    ports: [storePort('redis', config.redisPort)],
    stopSignal: 'SIGTERM',
  };
  const answers = async () => pings(config.redisPort, password);
  const store = await superviseStore(context, {
    title: 'Redis',
    logFile,
    launch: async ({ signal, onEnd }) =>
      startStore({ ...command, onEnd }, { answers, limitMs: START_LIMIT_MS, signal }),
  });
  const through = socket === null ? '' : `?path=${encodeURIComponent(socket)}`;
  return { url: `redis://:${password}@127.0.0.1:${config.redisPort}/0${through}`, process: store };
}

/** false while Redis still reads its file. */
async function pings(port: number, password: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
      if (answer.split('\r\n').length <= 2) return;
      resolve(answer.includes('+PONG'));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
