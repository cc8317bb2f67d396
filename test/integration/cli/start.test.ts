import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/archive.ts';
import { insertBoard } from '../../support/builders.ts';
import { PASSWORD } from '../../support/logins.ts';
import { lastingPort } from '../../support/ports.ts';
import { worldEnvironment } from '../../support/processes.ts';
import { useWorld } from '../../support/world.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const world = useWorld();

test('`sagasu start` serves the metrics of all processes at one address of this machine', async () => {
  await insertBoard(world().pool, 'g');
  const port = await lastingPort([]);
  const data = await mkdtemp(join(tmpdir(), 'sagasu-start-'));
  onTestFinished(async () => rm(data, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['cli/main.ts', 'start', '--no-demo'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...worldEnvironment(world()),
      SAGASU_DATA: data,
      SAGASU_PORT: String(port),
      SAGASU_SCRAPER_DATABASE_PASSWORD: PASSWORD,
      SAGASU_INDEXER_DATABASE_PASSWORD: PASSWORD,
      SAGASU_SERVER_DATABASE_PASSWORD: PASSWORD,
    },
  });
  try {
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await eventually('all processes answer', async () => {
      const text = await metrics().catch(() => '');
      return [...text.matchAll(/^sagasu_metrics_source_up\{.*\} 1$/gm)].length === 2;
    });
    const text = await metrics();
    for (const name of ['sagasu_drift_found_total', 'sagasu_verified_age_seconds', 'sagasu_index_lag_seconds']) {
      expect(text).toMatch(new RegExp(`^${name}\\{.*process="indexer"\\} \\d`, 'm'));
    }
    expect(text).toMatch(/^sagasu_scraper_boards\{process="scraper"\} \d/m);
    expect(text).toMatch(/^nodejs_version_info\{.*process="server".*\} 1$/m);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
}, 120_000);
