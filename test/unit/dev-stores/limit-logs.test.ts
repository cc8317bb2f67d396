import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shortenLogs } from '../../../dev-stores/limit-logs.ts';

const LIMIT = 1_000;

async function folderOfLogs(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-logs-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return folder;
}

test('a long log becomes its own older part, and the program that writes it continues in the empty file', async () => {
  const folder = await folderOfLogs();
  const file = join(folder, 'server.log');
  const log = await open(file, 'a');
  // The program appends a line for each one that it reads.
  const program = spawn('cat', [], { stdio: ['pipe', log.fd, 'inherit'] });
  onTestFinished(() => void program.kill());
  const first = `${'a'.repeat(LIMIT)}\n`;
  program.stdin?.write(first);
  await expect.poll(async () => readFile(file, 'utf8')).toBe(first);
  await shortenLogs(folder, LIMIT);
  program.stdin?.end('b\n');
  await once(program, 'exit');
  await log.close();
  expect(await readFile(file, 'utf8')).toBe('b\n');
  expect(await readFile(`${file}.1`, 'utf8')).toBe(first);
});

test('the older part is replaced, short logs and other files stay', async () => {
  const folder = await folderOfLogs();
  const long = 'a'.repeat(LIMIT + 1);
  const files = { 'redis.log': long, 'redis.log.1': 'older', 'postgres.log': 'short', 'notes.txt': long };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await shortenLogs(folder, LIMIT);
  const left = (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  expect(Object.fromEntries(await Promise.all(left))).toEqual({ ...files, 'redis.log': '', 'redis.log.1': long });
});
