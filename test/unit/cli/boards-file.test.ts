import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBoardsFile } from '../../../cli/boards-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sagasu-boards-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function boardsFile(content: string): string {
  const path = join(folder, 'boards.json');
  writeFileSync(path, content);
  return path;
}

test('name and url suffice', () => {
  expect(readBoardsFile(boardsFile('[{"name":"g","url":"http://127.0.0.1:9000"}]'))).toEqual([
    {
      name: 'g',
      title: 'g',
      worksafe: true,
      source: '4chan',
      url: 'http://127.0.0.1:9000',
      mediaUrl: 'http://127.0.0.1:9000',
    },
  ]);
});

test('every field can be given', () => {
  const entry = {
    name: 'ck',
    title: 'Food & Cooking',
    source: '4chan',
    url: 'https://a.example.org',
    media_url: 'https://i.example.org/files',
    worksafe: false,
    closed: true,
    slice_size: 10_000_000,
  };
  expect(readBoardsFile(boardsFile(JSON.stringify([entry])))).toEqual([
    {
      name: 'ck',
      title: 'Food & Cooking',
      source: '4chan',
      url: 'https://a.example.org',
      mediaUrl: 'https://i.example.org/files',
      worksafe: false,
      closed: true,
      sliceSize: 10_000_000,
    },
  ]);
});

const good = { name: 'g', url: 'http://127.0.0.1:9000' };
const wrong: readonly [string, string, RegExp][] = [
  ['no JSON', '[', /cannot read the boards in .*boards\.json/],
  ['no list', '{}', /must contain a list of boards/],
  ['an entry that is none', '[7]', /board 1: must be an object/],
  ['no url', '[{"name":"g"}]', /board 1: name, title, source, source_name, url and media_url must be text/],
  ['a misspelt key', JSON.stringify([{ ...good, mediaUrl: 'x' }]), /"mediaUrl" is not a setting of a board/],
  ['a bad name', JSON.stringify([{ ...good, name: '../x' }]), /"\.\.\/x" cannot be a board's name/],
  ['a name that looks like an index', JSON.stringify([{ ...good, name: 'g-v1-0' }]), /cannot be a board's name/],
  [
    'an unknown source',
    JSON.stringify([{ ...good, source: 'usenet' }]),
    /unknown source "usenet"; known sources: 4chan/,
  ],
  ['no address', JSON.stringify([{ ...good, url: 'localhost' }]), /url "localhost" is not a URL/],
  ['another scheme', JSON.stringify([{ ...good, url: 'file:///etc' }]), /must begin with http/],
  [
    'a password',
    JSON.stringify([{ ...good, url: 'http://a:b@c.example' }]),
    /must not contain a user name or password/,
  ],
  ['a query', JSON.stringify([{ ...good, url: 'http://c.example/?a' }]), /without \? or #/],
  ['closed as text', JSON.stringify([{ ...good, closed: 'yes' }]), /closed must be true or false/],
  ['a slice size as text', JSON.stringify([{ ...good, slice_size: '9' }]), /slice_size must be a number/],
  ['a slice size of 0', JSON.stringify([{ ...good, slice_size: 0 }]), /slice size must be a whole number above 0/],
  ['worksafe as text', JSON.stringify([{ ...good, worksafe: 'yes' }]), /worksafe must be true or false/],
];

test.each(wrong)('%s is an error with that reason', (_name, content, message) => {
  expect(() => readBoardsFile(boardsFile(content))).toThrow(message);
});

test('all invalid entries are in one message', () => {
  const content = JSON.stringify([{ ...good, name: 'X' }, good, { ...good, url: 'y' }]);
  expect(() => readBoardsFile(boardsFile(content))).toThrow(/board 1: .*board 3: /s);
});

test('a missing file is an error that names it', () => {
  expect(() => readBoardsFile(join(folder, 'nowhere.json'))).toThrow(/nowhere\.json/);
});
