/** docs/SEEDS.md has a row for every requirement, and everything that a row names exists. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { programOf } from '../../../cli/main.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Numbers up to this one are those of the first count of the requirements. */
const COUNTED = 275;

interface Row {
  readonly id: number;
  readonly requirement: string;
  /** Where it is met, or the decision that declines it. */
  readonly met: string;
}

const PAGE = read('docs/SEEDS.md');
const ROWS: readonly Row[] = [...PAGE.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', requirement = '', met = '']) => ({ id: Number(id), requirement, met }),
);

/** Methods and paths of the server, and the staff pages, which one route serves. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...[...read('server/http/access.txt').matchAll(/^[A-Z]+ (\/\S*): /gm)].map(([, path = '']) => shapeOf(path)),
  ...globSync('{web/src/routes/admin.tsx,modules/*/web/**/*.{ts,tsx}}', { cwd: ROOT })
    .flatMap((file) => [...read(file).matchAll(/(?:path: |Route\()'(\/[^']*)'/g)])
    .map(([, path = '']) => shapeOf(`/admin${path}`)),
]);

test('every line of a table is a row, and every number has one row', () => {
  const lines = PAGE.split('\n').filter((line) => /^\| *\d/.test(line));
  expect(lines).toHaveLength(ROWS.length);
  expect(ROWS.length).toBeGreaterThanOrEqual(COUNTED);
  expect(ROWS.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ROWS.map((_, index) => index + 1));
});

test('every row is met somewhere or declined by a decision, and none in part', () => {
  const wrong = ROWS.filter(
    ({ met }) =>
      filesIn(met).length + addressesIn(met).length + commandsIn(met).length === 0 || /\bpartly\b/i.test(met),
  );
  expect(wrong).toEqual([]);
});

test('a row that declines names a decision, and one of its points if the decision has several', () => {
  const declined = ROWS.filter(({ met }) => met.startsWith('Declined'));
  expect(declined.length).toBeGreaterThan(0);
  const wrong = declined.filter(({ met }) => {
    const [, path = ''] = /^Declined: \[\d{4}\]\((decisions\/\d{4}-[\w-]+\.md)\)/.exec(met) ?? [];
    const points = [...met.matchAll(/“([^”]+)”/g)].map(([, point = '']) => `**${point}.**`);
    return path === '' || points.some((point) => !read(`docs/${path}`).includes(point));
  });
  expect(wrong).toEqual([]);
});

test('files and decisions exist', () => {
  expect(wrongIn(filesIn, (path) => existsSync(join(ROOT, path)))).toEqual([]);
});

test('linked sections exist', () => {
  expect(wrongIn(sectionsIn, hasSection)).toEqual([]);
});

test('pages and routes exist', () => {
  expect(wrongIn(addressesIn, (address) => ADDRESSES.has(shapeOf(address)))).toEqual([]);
});

test('commands and their options exist', async () => {
  const program = await programOf(undefined);
  expect(wrongIn(commandsIn, (command) => isCommand(program, command.split(' ').slice(1)))).toEqual([]);
});

test('other names are in a file of their row', () => {
  expect(wrongIn(namesIn, (name, { met }) => filesIn(met).some((file) => mentions(file, name)))).toEqual([]);
});

/** `12: name` for each name that fails the check. */
function wrongIn(
  namesOf: (text: string) => readonly string[],
  isRight: (name: string, row: Row) => boolean,
): readonly string[] {
  return ROWS.flatMap((row) => namesOf(row.met).flatMap((name) => (isRight(name, row) ? [] : [`${row.id}: ${name}`])));
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const isFile = (name: string) => /^\w[\w.-]*\/\S*$/.test(name);
const isCommandName = (name: string) => name.startsWith('sagasu ');

/** Files and folders in backticks, and linked pages. */
function filesIn(text: string): readonly string[] {
  const linked = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => join('docs', path));
  return [...quoted(text).filter(isFile), ...linked];
}

/** Links to a section of a page. */
function sectionsIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)#]+#[^)]+)\)/g)].map(([, link = '']) => link);
}

function addressesIn(text: string): readonly string[] {
  return quoted(text).filter((name) => name.startsWith('/'));
}

function commandsIn(text: string): readonly string[] {
  return quoted(text).filter(isCommandName);
}

function namesIn(text: string): readonly string[] {
  return quoted(text).filter((name) => !isFile(name) && !isCommandName(name) && !name.startsWith('/'));
}

/** `PAGE.md#section`. Sections are named as GitHub names them. */
function hasSection(link: string): boolean {
  const [page = '', section] = link.split('#');
  const headings = [...read(join('docs', page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.some(
    (heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-') === section,
  );
}

/** The path with `*` for each parameter, without a query and a slash at its end. */
function shapeOf(path: string): string {
  const shape = path.replace(/\(\^.*?\$\)/, '').replace(/\?.*$/, '');
  return shape.replaceAll(/\{\w+\}|[:$]\w+/g, '*').replace(/(?<=.)\/$/, '');
}

function isCommand(command: Command, words: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return true;
  if (word.startsWith('--')) return command.options.some(({ long }) => long === word) && isCommand(command, rest);
  const child = command.commands.find((one) => one.name() === word);
  if (child !== undefined) return isCommand(child, rest);
  return command.registeredArguments.length > 0 && isCommand(command, rest);
}

function mentions(file: string, name: string): boolean {
  if (statSync(join(ROOT, file)).isDirectory()) {
    return globSync('**/*.{ts,tsx,sql}', { cwd: join(ROOT, file) }).some((one) => mentions(join(file, one), name));
  }
  return read(file).includes(name);
}
