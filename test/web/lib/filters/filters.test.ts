import { describe, expect, test } from 'vitest';
import type { Post } from '../../../../mappings/contract/post.ts';
import { finderOf } from '../../../../web/src/lib/filters/match.ts';
import { importedLines, readFilters, withLines, withPlainText } from '../../../../web/src/lib/filters/syntax.ts';
import { filteredPost, offeredFilters } from '../../../../web/src/lib/filters/values.ts';
import { aFile, aPost } from '../../posts.ts';

const POSTS = [
  aPost({
    num: 1,
    opener: true,
    subject: 'Bread (general)',
    name: 'Ann',
    tripcode: '!Ep8pui8Vw2',
    comment: 'rye\nand spam',
    file: aFile({ name: 'loaf.final', size: 20_480, md5: 'ab/Cd+ef0123456789ABCD==' }),
  }),
  aPost({ num: 2, comment: 'SPAM', posterid: 'aB/c+D', country: 'DE', email: 'sage' }),
  aPost({ num: 3, board: 'a', name: 'Bob', comment: 'wheat' }),
];

/** The nums of the posts that one line finds. */
function found(line: string, posts: readonly Post[] = POSTS): readonly string[] {
  const { filters, problems } = readFilters(line);
  expect(problems).toEqual([]);
  return filters.flatMap((filter) => finderOf(filter)(posts.map((post) => filteredPost(post, String(post.num)))));
}

test.each([
  ['/spam/', ['1']],
  ['/spam/i', ['1', '2']],
  ['/spam/gi', ['1', '2']],
  ['  /spam/i ; boards:a,jp; ', []],
  ['/./;boards:4chan.org:a', ['3']],
  ['/./;boards:global;exclude:a', ['1', '2']],
  ['/spam/i;op:only', ['1']],
  ['/spam/i;op:no;', ['2']],
  ['/./;file:only', ['1']],
  ['/./;file:no', ['2', '3']],
  ['/^rye$/m', ['1']],
  ['/^(?!.*wheat)/s;type:comment', ['1', '2']],
  ['/Anonymous/', ['2']],
  ['/Ann/;type:tripcode', []],
  ['/Ep8pui8Vw2/;type:name,tripcode', ['1']],
  ['/ab/Cd+ef0123456789ABCD==/;type:MD5', ['1']],
  ['/ab.Cd/;type:MD5', []],
  ['/aB/c+D/;type:uniqueID', ['2']],
  ['/^DE$/;type:flag', ['2']],
  ['/sage/;type:email', ['2']],
  ['/^loaf\\.final\\.png$/', ['1']],
  ['/^800x600$/;type:dimensions', ['1']],
  ['/^20 KB$/;type:filesize', ['1']],
  ['/^2$/;type:postID', ['2']],
  ['# /spam/', []],
])('%s finds %j', (line, nums) => {
  expect(found(line)).toEqual(nums);
});

test('options of hiding and highlighting', () => {
  const { filters } = readFilters('/a/\n/b/;stub:no;\n/c/;highlight\n\n/d/;highlight:wall-paper;top:no');
  expect(filters.map(({ line, stub, highlight, top }) => [line, stub, highlight, top])).toEqual([
    [1, true, null, true],
    [2, false, null, true],
    [3, true, 'filter-highlight', true],
    [5, true, 'wall-paper', false],
  ]);
});

describe('a wrong line is reported with its position, and the others are read', () => {
  test.each([
    ['spam', 'no-pattern', 1, 'spam'],
    ['//', 'no-pattern', 1, '//'],
    ['/a/;borads:g', 'bad-option', 5, 'borads:g'],
    ['/a/i; boards:g ;op:maybe', 'bad-value', 20, 'maybe'],
    ['/a/;boards:g h', 'bad-value', 12, 'g h'],
    ['/a/;type:subject,colour', 'bad-value', 10, 'subject,colour'],
    ['/a/;highlight:a b', 'bad-value', 15, 'a b'],
    ['/a/x', 'bad-pattern', 2, 'x'],
    [`/${'a'.repeat(2_001)}/`, 'long', 2, 'a'.repeat(80)],
  ])('%s', (line, fault, column, part) => {
    const { filters, problems } = readFilters(`/one/\n${line}\n/two/`);
    expect(filters.map(({ pattern }) => pattern)).toEqual(['one', 'two']);
    expect(problems).toEqual([{ line: 2, column, fault, part }]);
  });

  test('a wrong expression has the reason of the browser', () => {
    expect(readFilters('/(a/').problems).toMatchObject([{ line: 1, column: 2, fault: 'bad-pattern' }]);
    expect(readFilters('/(a/').problems[0]?.part).toMatch(/group/i);
  });
});

test('the settings of 4chan X become lines of their types', () => {
  const settings = JSON.stringify({
    version: '1.14.22.1',
    Conf: {
      general: '# mine\n/spam/i;\n/Bob/;type:name;',
      MD5: '/ab/Cd+ef0123456789ABCD==/',
      name: '/^Ann$/;boards:g;',
      'Filtered Backlinks': true,
      subject: '',
    },
  });
  const lines = importedLines(settings);
  expect(lines.split('\n')).toEqual([
    '# mine',
    '/spam/i;',
    '/Bob/;type:name;',
    '/^Ann$/;boards:g;type:name;',
    '/ab/Cd+ef0123456789ABCD==/;type:MD5;',
  ]);
  expect(readFilters(lines).problems).toEqual([]);
  expect(importedLines('/a/\r\n/b/')).toBe('/a/\n/b/');
  expect(importedLines('{ broken')).toBe('{ broken');
  expect(withLines('/a/\n', '/b/\n/a/')).toBe('/a/\n/b/');
});

test('plain text becomes a filter for it, in any letter case', () => {
  const lines = withPlainText('# names\n/a b/i;op:no;\n Bread & butter? \n');
  expect(lines).toBe('# names\n/a b/i;op:no;\n/Bread & butter\\?/i\n');
  expect(readFilters(lines).problems).toEqual([]);
  expect(withPlainText('{ broken')).toBe('{ broken');
});

test('the name of those who give none is not offered as a filter', () => {
  for (const name of [null, 'Anonymous']) {
    expect(offeredFilters(aPost({ num: 9, name })).map(({ type }) => type)).not.toContain('name');
  }
});

test('each filter that a post’s menu offers finds the post', () => {
  const offered = POSTS.map((post) => offeredFilters(post));
  expect(offered.map((lines) => lines.map(({ type }) => type))).toEqual([
    ['name', 'tripcode', 'subject', 'filename', 'MD5'],
    ['uniqueID'],
    ['name'],
  ]);
  for (const [at, lines] of offered.entries())
    for (const { line } of lines) expect(found(line), line).toEqual([String(POSTS[at]?.num)]);
});
