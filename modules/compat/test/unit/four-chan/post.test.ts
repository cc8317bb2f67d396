import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { PostFields } from '../../../../../mappings/post.ts';
import { ParseWarnings } from '../../../../../scraper/sources/parse-result.ts';
import { readThreadDocument } from '../../../../../scraper/sources/four-chan/thread.ts';
import { fourChanPost } from '../../../server/four-chan/post.ts';
import { newYorkTime } from '../../../../../mappings/new-york-time.ts';
import { aPost } from '../../../../../test/support/builders.ts';
import { FOUR_CHAN_OPENER } from '../../../../../test/support/four-chan-opener.ts';

type Json = Readonly<Record<string, unknown>>;

function replied(fields: Json): Json {
  return { no: 101, resto: 100, now: '03/05/19(Tue)14:07:12', time: 1_551_812_832, name: 'Anonymous', ...fields };
}

/** The archive's count includes the opener's file. */
function imagesOf({ extra, mediaType }: PostFields): number | null {
  const stated = extra?.['images'];
  return typeof stated === 'number' ? stated + (mediaType === null ? 0 : 1) : null;
}

/** The output of an archive that read these posts. */
function printed(posts: readonly Json[]): readonly Json[] {
  const thread = readThreadDocument({ posts }, posts[0]?.['no'] as number, new ParseWarnings());
  return thread.posts.map(({ fields, fileDeleted }) =>
    fourChanPost(aPost({ ...fields, images: imagesOf(fields), timeDeletedFile: fileDeleted ? new Date(0) : null })),
  );
}

describe('a post parsed from the API and printed again', () => {
  it('has the same fields', () => {
    expect(printed([FOUR_CHAN_OPENER])).toEqual([FOUR_CHAN_OPENER]);
  });

  it.each<[string, Json]>([
    ['with nothing but text', { com: 'no more tea' }],
    ['of an unknown country', { country: 'XX', country_name: 'Unknown' }],
    ['under a flag of the board', { board_flag: 'NZ', flag_name: 'Nazi' }],
    ['of an admin who shines', { capcode: 'admin_highlight', id: 'Admin' }],
    ['of staff that nobody has heard of', { capcode: 'janitor' }],
    ['without its file', { filedeleted: 1 }],
    ['with a field that is new', { shiny: { deep: [1, 'two'] } }],
    ['with an address', { email: 'sage' }],
  ])('stays the same: %s', (_, fields) => {
    expect(printed([FOUR_CHAN_OPENER, replied(fields)])[1]).toEqual(replied(fields));
  });

  it('of an archived thread is closed, as at the source', () => {
    const archived = { ...FOUR_CHAN_OPENER, archived: 1, archived_on: 1_551_900_000 };
    expect(printed([archived])).toEqual([archived]);
  });

  it('leaves out empty values', () => {
    const [, reply] = printed([FOUR_CHAN_OPENER, replied({ email: '', sub: '', trip: '' })]);
    expect(reply).toEqual(replied({}));
  });
});

test.each([
  ['2014-05-02T18:06:12Z', '05/02/14(Fri)14:06:12'],
  ['2019-03-10T06:59:59Z', '03/10/19(Sun)01:59:59'],
  ['2019-03-10T07:00:00Z', '03/10/19(Sun)03:00:00'],
  ['2020-01-01T05:00:00Z', '01/01/20(Wed)00:00:00'],
  ['2012-11-05T02:03:04Z', '11/04/12(Sun)21:03'],
])('at %s it is %s in New York', (utc, local) => {
  expect(newYorkTime(new Date(utc))).toBe(local);
});

const folder = process.env['SAGASU_CAPTURES'];

/** Meaningless fields that the source sent in 2012, and a count that it did not send yet. */
const OLD_HABITS = new Set(['email', 'sub', 'trip', 'sticky', 'closed']);

test.skipIf(folder === undefined)('every captured thread is field-equal but for what the docs list', () => {
  const files = readdirSync(join(folder ?? '', '4chan'), { recursive: true, encoding: 'utf8' });
  const threads = files.filter((file) => /-thread-\d+\.json$/.test(file));
  expect(threads.length).toBeGreaterThan(10);
  for (const file of threads) {
    const { posts } = JSON.parse(readFileSync(join(folder ?? '', '4chan', file), 'utf8')) as { posts: readonly Json[] };
    for (const [place, post] of printed(posts).entries()) {
      const original = posts[place] ?? {};
      const names = new Set([...Object.keys(original), ...Object.keys(post)]);
      const differing = [...names].filter((name) => JSON.stringify(original[name]) !== JSON.stringify(post[name]));
      const unlisted = differing.filter(
        (name) =>
          !(OLD_HABITS.has(name) && (original[name] === '' || original[name] === 0)) &&
          !(name === 'replies' && original[name] === undefined),
      );
      expect({ file, no: post['no'], unlisted }).toEqual({ file, no: post['no'], unlisted: [] });
    }
  }
});
