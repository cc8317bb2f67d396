import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
};
const major = (version: string | undefined): string => /^\D*(\d+)/.exec(version ?? '')?.[1] ?? 'none';
/** The package `node` is the runtime of every npm script; everything else must name the same major version. */
const runtime = major(manifest.devDependencies['node']);

test.each([
  ['engines', major(manifest.engines['node'])],
  ['@types/node', major(manifest.devDependencies['@types/node'])],
  ['.nvmrc', read('.nvmrc').trim()],
  ['the Node that runs this test', major(process.versions.node)],
])('%s names the Node version of the package node', (_, version) => {
  expect(version).toBe(runtime);
});

test('every stage of the Dockerfile starts from that version', () => {
  const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(new Set(images)).toEqual(new Set([`node:${runtime}-slim`]));
});

const versionsIn = (page: string) => [...read(page).matchAll(/\bNode (?:≥ )?(\d+)/g)].map(([, version]) => version);

test('README.md and docs/operations/try.md name that version, and one other for npm', () => {
  expect(versionsIn('README.md')).toEqual(['20', runtime]);
  expect(versionsIn('docs/operations/try.md')).toEqual(['20', runtime]);
});
