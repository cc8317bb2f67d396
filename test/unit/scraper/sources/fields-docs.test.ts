/** docs/FIELDS.md lists exactly the fields that the code reads, writes and indexes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toPostDocument } from '../../../../mappings/elasticsearch/post-document.ts';
import { OBSERVED_COLUMNS } from '../../../../mappings/postgres/post-columns.ts';
import * as foolFuuka from '../../../../scraper/sources/foolfuuka/post.ts';
import * as fourChan from '../../../../scraper/sources/four-chan/post.ts';
import * as vichan from '../../../../scraper/sources/vichan/post.ts';
import { aPost } from '../../../support/builders.ts';

const page = readFileSync(new URL('../../../../docs/FIELDS.md', import.meta.url), 'utf8');

interface Row {
  readonly source: readonly string[];
  readonly column: readonly string[];
  readonly index: readonly string[];
}

function rowsOf(heading: string): Row[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!source)/.test(line));
  return lines.map((line) => {
    const [, source = '', column = '', index = ''] = line
      .split(' | ')
      .map((cell, at) => (at === 0 ? cell : ` ${cell}`));
    const cells = [line.split(' | ')[0] ?? '', source, column];
    const [sources = [], columns = [], indexed = []] = cells.map(wordsOf);
    return { source: sources, column: columns, index: index.includes('rule') ? [] : indexed };
  });
}

/** `_h` after `media_dims_src_w` stands for the name with that ending. */
function wordsOf(cell: string): string[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return names.map((name) => (name === '_h' ? (names[0] ?? '').replace(/_w$/, '_h') : name));
}

const named = (heading: string) => new Set(rowsOf(heading).flatMap(({ source }) => source));

test('every field that the 4chan reader knows is in its table, and no other', () => {
  expect(named('4chan')).toEqual(new Set([...fourChan.IN_COLUMNS, ...fourChan.IN_EXTRA, ...fourChan.DROPPED]));
});

test('vichan’s additions to 4chan’s fields are in its table', () => {
  const own = [...vichan.IN_COLUMNS, ...vichan.IN_EXTRA].filter(
    (name) => !fourChan.IN_COLUMNS.has(name) && !fourChan.IN_EXTRA.has(name),
  );
  expect([...named('vichan, lainchan')]).toEqual(expect.arrayContaining(own));
  for (const name of named('vichan, lainchan')) expect([...vichan.IN_COLUMNS, ...vichan.IN_EXTRA]).toContain(name);
});

test('every field that the FoolFuuka reader knows is in its table, and no other', () => {
  expect(named('FoolFuuka')).toEqual(
    new Set([...foolFuuka.IN_COLUMNS, ...foolFuuka.IN_EXTRA, ...foolFuuka.DROPPED].filter((name) => name !== '')),
  );
});

/** Columns that the archive computes: about its own files, and from the rows of additional files. */
const OF_ARCHIVE = ['media_hash_src', 'media_hash_thb', 'extra_files'];

test('every column that a source writes has a row, and every named column exists', () => {
  const headings = ['4chan', 'vichan, lainchan', 'FoolFuuka', 'Mailing lists'];
  const columns = new Set(headings.flatMap(rowsOf).flatMap(({ column }) => column));
  const written = OBSERVED_COLUMNS.map(({ name }) => name);
  for (const name of written) expect(columns).toContain(name);
  for (const name of columns) expect([...written, ...OF_ARCHIVE]).toContain(name);
});

test('every named field of a document is a field of a post with all values', () => {
  const bytes = Buffer.alloc(16, 1);
  const now = new Date('2020-01-01T00:00:00Z');
  const text = {
    name: 'a',
    tripcode: 'a',
    capcode: 'M',
    posterid: 'a',
    country: 'FI',
    email: 'a',
    subject: 'a',
    comment: 'a',
  };
  const media = {
    mediaTime: 1,
    mediaHash: bytes,
    mediaHashSrc: bytes,
    mediaName: 'a',
    mediaType: 'a',
    mediaSize: 1,
    mediaDimsSrcW: 1,
    mediaDimsSrcH: 1,
  };
  const times = { timeDeletedPost: now, timeDeletedFile: now, timeArchived: now, timeBumped: now };
  const opener = { sticky: false, closed: false, posters: 1, replies: 1, images: 1, extra: { since4pass: 2_017 } };
  const document = toPostDocument(aPost({ num: 1, ...text, ...media, ...times, ...opener }), 1);
  const fields = new Set(Object.entries(document).flatMap(([field, value]) => (value === undefined ? [] : [field])));
  const indexed = rowsOf('4chan').flatMap(({ index }) => index);
  expect(indexed.length).toBeGreaterThan(20);
  for (const name of indexed) expect(fields).toContain(name);
});
