import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETUP_LIMIT_MS } from '../../dev-stores/tool.ts';
import { AppError } from '../../platform/errors.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/** Builds web/dist when it is missing or older than its sources. */
export async function buildWebIfStale(print: (line: string) => void): Promise<void> {
  const built = modified(join(ROOT, 'web/dist/server/server.js'));
  const sources = [
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'mappings',
    'modules',
    'package-lock.json',
  ].map((path) => newest(join(ROOT, path)));
  if (built >= Math.max(...sources)) return;
  print('building the pages');
  await buildWeb(join(ROOT, 'web/dist'));
}

/**
 * Builds the pages into `folder`, replacing its contents: those for browsers, and in `server/` the module that renders them.
 * @throws AppError web_build_failed with the end of the log.
 */
export async function buildWeb(folder: string): Promise<void> {
  await runVite(folder);
  await runVite(join(folder, 'server'), '--ssr', 'src/app/server.tsx');
}

async function runVite(folder: string, ...options: readonly string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const vite = spawn(
      process.execPath,
      [VITE, 'build', 'web', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error', ...options],
      {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: SETUP_LIMIT_MS,
        // The development build of React is three times as large, and slower.
        // oxlint-disable-next-line node/no-process-env -- passed on whole
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    let log = '';
    vite.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
    });
    vite.on('error', reject);
    vite.on('exit', (code, signal) => {
      const reason = signal === null ? log.trim() : `ended by ${signal}; its limit is ${SETUP_LIMIT_MS / 1_000} s`;
      if (code === 0) resolve();
      else reject(new AppError('web_build_failed', `building the pages failed: ${reason}`));
    });
  });
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
