/**
 * `npm run faults -- compose`: runs docker-compose.yml in a Docker engine of its own, with stand-ins for the stock images, and then the
 * tests of compose.test.ts against it. README.md in this folder describes what that proves.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { insideOrThrow, startEngine, type Engine } from './engine.ts';
import { rootFileSystems } from './root-file-system.ts';
import { buildStandIns } from './stand-ins.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
/** Bit of CAP_SYS_RESOURCE: without it, limits of processes cannot be raised. */
const SYS_RESOURCE = 24n;
const WITHOUT_LIMITS = '  elasticsearch:\n    ulimits: !reset {}\n';

/**
 * The engine, its images and its build cache stay in `folder` for the next run.
 * @param only A regular expression: tests whose titles do not match are left out. Every test needs those that start the services.
 * @returns Whether every test passed.
 */
export async function runCompose(
  folder: string,
  only: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const files = await rootFileSystems(resolve(folder), say);
  const log = join(resolve(folder), 'engine.log');
  await writeFile(log, '');
  say(`starting the Docker engine; its log is ${log}`);
  const engine = await startEngine(files.engine, (text) => void appendFile(log, text));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    await writeSettings(files.engine, say);
    await removeProject(engine);
    await buildStandIns(engine.pid, { root: files.engine, debian: files.debian }, say);
    return await runTests(engine, only);
  } finally {
    await removeProject(engine).catch((error: unknown) => say(String(error)));
    await engine.stop();
  }
}

/** `.env` as an operator fills it in, boards with a shorter poll interval, and workarounds for limits of this machine. */
async function writeSettings(root: string, say: (line: string) => void): Promise<void> {
  const folder = join(root, 'checks');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const example = await readFile(join(REPOSITORY, '.env.example'), 'utf8');
  const filled = example
    .replaceAll(
      /^(\w*(?:PASSWORD|SECRET))=$/gm,
      (_line, name: string) => `${name}=${name.toLowerCase().repeat(3).replaceAll('_', '')}`,
    )
    .replace(/^ELASTICSEARCH_HEAP_MB=.*$/m, 'ELASTICSEARCH_HEAP_MB=512');
  await writeFile(join(folder, 'env'), filled);
  const capabilities = /^CapEff:\s*(\w+)$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const canRaise = ((BigInt(`0x${capabilities}`) >> SYS_RESOURCE) & 1n) === 1n;
  if (!canRaise) say('this machine cannot raise limits of processes: `ulimits` of docker-compose.yml are left out');
  await writeFile(
    join(folder, 'override.yml'),
    `services:\n  scraper:\n    environment: { SAGASU_SCRAPER_INTERVAL_MS: '2000' }\n${canRaise ? '' : WITHOUT_LIMITS}`,
  );
}

/** Removes containers, networks and volumes of a killed run or of this one, and images without a name. */
async function removeProject(engine: Engine): Promise<void> {
  const project = ['docker', 'compose', '--env-file', '/checks/env', '--profile', '*'];
  await insideOrThrow(engine.pid, [...project, 'down', '--volumes', '--remove-orphans', '--timeout', '5'], {
    timeoutMs: 180_000,
  });
  // Images of earlier versions of the checkout.
  await insideOrThrow(engine.pid, ['docker', 'image', 'prune', '--force']);
}

/** Runs in the engine's network, where the published ports are. */
async function runTests(engine: Engine, only: string | undefined): Promise<boolean> {
  const vitest = [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'compose',
    '--reporter',
    'verbose',
  ];
  const chosen = only === undefined ? [] : ['--testNamePattern', only];
  const child = spawn('nsenter', [`--net=/proc/${engine.pid}/ns/net`, ...vitest, ...chosen], {
    cwd: REPOSITORY,
    stdio: 'inherit',
    // oxlint-disable-next-line node/no-process-env -- PATH, and CHROMIUM
    env: { ...process.env, SAGASU_COMPOSE_ENGINE: String(engine.pid) },
  });
  process.once('exit', () => void child.kill('SIGKILL'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
