/** Runs the example in the README of client/ like an external program. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../server/given-archive.ts';

const world = useWorld();
const client = new URL('../../../client/', import.meta.url);
let server: GivenServer;
let folder: string;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.storeAndIndex('g', [{ num: 5, comment: 'a grey heron' }]);
  server = await givenServer(world());
  folder = await mkdtemp(join(tmpdir(), 'sagasu-client-'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test('the example finds posts', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(new URL('README.md', client), 'utf8')) ?? [];
  const program = join(folder, 'example.ts');
  const code = example
    .replace('@sagasu/client', new URL('client.ts', client).href)
    .replace('http://localhost:8080', address);
  await writeFile(program, code);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toBe('/g/5: a grey heron\n');
});
