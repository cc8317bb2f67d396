import { expect, test } from 'vitest';
import { kickTarget, type Forum } from '../../../mappings/kick.ts';

const forums: readonly Forum[] = [
  { board: 'g', url: 'https://a.example.org', sourceName: 'g' },
  { board: 'ck', url: 'https://a.example.org', sourceName: 'ck' },
  { board: 'tea', url: 'https://archive.example.org', sourceName: 'g' },
  { board: 'bees', url: 'https://lists.example.org/pipermail', sourceName: 'bee talk' },
];

test.each([
  ['https://a.example.org/g/thread/123.json', 'g', 123],
  ['https://a.example.org/g/thread/123/some-words#p124', 'g', 123],
  ['https://a.example.org/ck', 'ck', null],
  ['https://a.example.org/ck/catalog.json', 'ck', null],
  ['https://a.example.org/g/res/77.html', 'g', 77],
  ['https://archive.example.org/_/api/chan/thread/?board=g&num=9', 'tea', 9],
  ['https://archive.example.org/_/api/chan/index/?board=g&page=2', 'tea', null],
  ['https://archive.example.org/g/thread/9/', 'tea', 9],
  ['https://lists.example.org/pipermail/bee%20talk/2016-June/thread.html', 'bees', null],
  ['/tea/thread/12', 'tea', 12],
  ['/ck/', 'ck', null],
  ['/tea/thread/9007199254740991', 'tea', 9_007_199_254_740_991],
])('%s is a document of /%s/', (address, board, thread) => {
  expect(kickTarget(address, forums)).toMatchObject({ forum: { board }, thread });
});

test.each([
  'https://b.example.org/g/thread/123.json',
  'http://a.example.org/g/thread/123.json',
  'https://a.example.org:8443/g/',
  'https://a.example.org@evil.example/g/',
  'https://evil.example/?https://a.example.org/g/',
  'https://a.example.org/gg/thread/1.json',
  'https://a.example.org/g/../x/thread/1.json',
  'https://archive.example.org/_/api/chan/thread/?board=ck&num=9',
  'https://lists.example.org/bee%20talk/',
  'file:///g/thread/1',
  '//a.example.org/g/thread/1',
  '/nowhere/thread/1',
  'g',
  '',
])('%s is not a document of a board', (address) => {
  expect(kickTarget(address, forums)).toBeNull();
});

test.each([
  'https://a.example.org/g/thread/9007199254740993',
  'https://a.example.org/g/thread/12345678901234567890',
  'https://a.example.org/g/res/0.html',
  'https://archive.example.org/_/api/chan/thread/?board=g&num=9007199254740993',
  '/tea/thread/9007199254740993',
])('%s is not a thread, and does not kick a board instead', (address) => {
  expect(kickTarget(address, forums)).toBeNull();
});
