/** The client as an npm package: the result of `npm pack` runs with only its dependencies. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT } from '../../../client/client.ts';
import { wavFile } from '../../../../../test/support/wav-file.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../../..');
const SOURCE = join(ROOT, 'modules/contributions/client');
let folder: string;
let installed: string;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifestOf = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Manifest;

/** Dependencies are links to those of the repository, so the test does not need the network. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-package-'));
  installed = join(folder, 'node_modules', 'sagasu-dump');
  await mkdir(installed, { recursive: true });
  await run('npm', ['pack', '--pack-destination', folder], { cwd: SOURCE });
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['-xzf', join(folder, archive), '-C', installed, '--strip-components=1']);
  const { dependencies } = await manifestOf(join(installed, 'package.json'));
  for (const name of Object.keys(dependencies)) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', 'sound.wav'), wavFile(1));
}, 60_000);
afterAll(async () => rm(folder, { recursive: true }));

const node = async (...args: readonly string[]) =>
  (await run(process.execPath, [...args], { cwd: folder, env: { HOME: folder, PATH: '' } })).stdout.trim();

test('the command runs', async () => {
  const main = join(installed, 'dist/modules/contributions/client/main.js');
  expect(await node(main, 'files', '--offline', 'out')).toBe('1 written, 0 done before, 0 failed');
  const [name = ''] = await readdir(join(folder, 'out'));
  expect(await readFile(join(folder, 'out', name), 'utf8')).toContain('codec="PCM"');
});

test('the example of its README runs', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  const [, example = ''] = /```js\n([^]*?)```/.exec(readme) ?? [];
  await writeFile(join(folder, 'example.mjs'), example);
  expect(await node('example.mjs')).toContain('<media container="Wave"');
});

test('it has the same dependencies as the archive, and prints its version', async () => {
  const [own, archive] = await Promise.all([
    manifestOf(join(SOURCE, 'package.json')),
    manifestOf(join(ROOT, 'package.json')),
  ]);
  const shared = Object.keys(own.dependencies).filter((name) => name in archive.dependencies);
  expect(shared).toContain('sharp');
  for (const name of shared) expect([name, own.dependencies[name]]).toEqual([name, archive.dependencies[name]]);
  expect(CLIENT.version).toBe(own.version);
});
