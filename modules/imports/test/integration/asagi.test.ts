import { beforeAll, describe, expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import {
  HAS_ASAGI_FIXTURES,
  asagiFixture,
  readExpected,
  unpackedFixture,
  type ExpectedPost,
} from '../support/asagi-fixtures.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { asStored, observe, type Observed } from '../support/observed.ts';
import { importFiles, readPosts, type StoredPost } from '../support/stored.ts';

const expected = HAS_ASAGI_FIXTURES ? readExpected() : null;
const key = ({ board, num, subnum }: { board: string; num: number; subnum: number }) => `${board}/${num}.${subnum}`;

/** Tags without a counterpart remain text; the link to the rest of a long comment and staff's list of replies are lost. */
const LOST_TEXT = new Set(['mark/5023.0', 'mark/5024.0', 'mark/5027.0']);

/** Facts about pictures are in `extra.exif`, or lost. */
function textOf(html: string | null | undefined): string | null {
  const { tokens } = parseComment(html ?? '');
  return commentPlainText(tokens.filter(({ kind }) => kind !== 'exif' && kind !== 'oekaki')).trimEnd() || null;
}

const NOT_COUNTRIES = new Set(['XX', 'A1']);
const LETTERS: Readonly<Record<string, string>> = {
  mod: 'M',
  admin: 'A',
  admin_highlight: 'A',
  developer: 'D',
  manager: 'G',
  founder: 'F',
  verified: 'V',
};

const known = (country: string | undefined) => (country === undefined || NOT_COUNTRIES.has(country) ? null : country);
const isFlag = (country: string | null) => country?.startsWith('troll:') ?? false;
const staff = (id: string | undefined) => (id === 'Developer' ? 'Dev' : (id ?? null));
const fileNameOf = (filename: string | undefined) => filename || null;
describe.skipIf(expected === null).each([
  ['asagi-1.0.mysql', 'Asagi 1.0'],
  ['asagi-1.3.0.mysql', 'Asagi 1.3.0'],
  ['neofuuka.mysql', 'neofuuka'],
  ['ritual.sqlite', 'Ritual (asagi-tables)'],
  ['asagi-1.3.0.pgsql', 'Asagi on PostgreSQL'],
])('the database %s', (name, program) => {
  const dump = expected?.dumps[name];
  const isRitual = name === 'ritual.sqlite';
  let observed: Observed;
  let stored: ReadonlyMap<string, Omit<StoredPost, 'rev'>>;
  const wanted = (expected?.posts ?? []).filter(
    ({ board, num }) => dump?.rows[board] !== undefined && !dump.missing.includes(`${board}/${num}`),
  );

  beforeAll(async () => {
    observed = await observe([isRitual ? unpackedFixture('ritual.sqlite.gz') : asagiFixture(`${name}.sql.gz`)]);
    stored = new Map(
      [...observed.posts].flatMap(([board, posts]) =>
        posts.map((post) => asStored(board, post)).map((post) => [key(post), post] as const),
      ),
    );
  });

  const differs = ({ board, num }: ExpectedPost, field: string): readonly [unknown, unknown] | undefined =>
    dump?.differs[`${board}/${num}`]?.[field];
  const storedPost = (post: ExpectedPost): Omit<StoredPost, 'rev'> => {
    const found = stored.get(key(post));
    if (found === undefined) throw new Error(`${key(post)} is missing`);
    return found;
  };
  const storedText = (post: ExpectedPost): string | null => textOf(storedPost(post).comment);
  /** Compares a field of all posts at once; `differs` has the program's stored values that differ. */
  const compare = (
    column: string,
    field: string,
    want: (post: ExpectedPost) => unknown,
    have: (post: Omit<StoredPost, 'rev'>) => unknown,
  ) => {
    const wrong = wanted.flatMap((post) => {
      if (differs(post, column) !== undefined) return [];
      const [wants, has] = [JSON.stringify(want(post)), JSON.stringify(have(storedPost(post)))];
      return wants === has ? [] : [`${key(post)} has the ${field} ${has}, not ${wants}`];
    });
    expect(wrong).toEqual([]);
  };

  test('is recognised, and every row of its boards is imported', () => {
    const { plan, posts, damage } = observed;
    for (const board of plan.boards.filter((one) => dump?.rows[one.name] !== undefined)) {
      expect([board.name, board.dialect.name, board.clock]).toEqual([board.name, program, dump?.clock]);
      expect([board.name, posts.get(board.name)?.length]).toEqual([board.name, dump?.rows[board.name]]);
    }
    expect(Object.keys(dump?.rows ?? {}).filter((one) => !posts.has(one))).toEqual([]);
    expect(damage).toEqual([]);
  });

  test('has every time to the second, and marks uncertain ones', () => {
    const wrong = wanted.flatMap((post) => {
      const { utc, uncertain } = storedPost(post);
      const { time } = post;
      if (dump?.clock === 'utc' || time === undefined || time.decided_by !== 'none') {
        return utc === post.utc && !uncertain ? [] : [[key(post), utc - post.utc, uncertain, time?.decided_by]];
      }
      return time.candidates.includes(utc) && uncertain ? [] : [[key(post), utc, 'must be marked']];
    });
    expect(wrong).toEqual([]);
  });

  test('has threads, names and subjects', () => {
    compare(
      'thread_num',
      'thread',
      ({ thread_num: thread, op }) => [thread, op],
      ({ thread, opener }) => [thread, opener],
    );
    compare(
      'name',
      'name',
      (post) => post.name ?? null,
      (post) => post.name,
    );
    compare(
      'title',
      'subject',
      (post) => post.sub ?? null,
      (post) => post.subject,
    );
    compare(
      'trip',
      'tripcode',
      (post) => post.trip ?? null,
      (post) => post.tripcode,
    );
    compare(
      'email',
      'email',
      (post) => post.email ?? null,
      (post) => post.email,
    );
    compare(
      'capcode',
      'capcode',
      ({ capcode }) => (capcode === undefined ? null : LETTERS[capcode]),
      (post) => post.capcode,
    );
    compare(
      'poster_country',
      'country',
      (post) => known(post.country),
      (post) => (isFlag(post.country) ? null : post.country),
    );
    compare(
      'poster_hash',
      'posterid',
      (post) => staff(post.id),
      (post) => post.posterid,
    );
  });

  test('has the text of every comment', () => {
    compare(
      'comment',
      'text',
      (post) => (LOST_TEXT.has(key(post)) ? storedText(post) : textOf(post.com)),
      ({ comment }) => textOf(comment),
    );
  });

  test('has the files', () => {
    compare(
      'media_hash',
      'md5',
      (post) => post.file?.md5 ?? null,
      (post) => post.media_hash,
    );
    compare(
      'media_filename',
      'file name',
      (post) => fileNameOf(post.file?.filename),
      (post) => post.media_name,
    );
    for (const post of wanted.filter((one) => one.file !== undefined && differs(one, 'media_hash') === undefined)) {
      const { media_time: time, media_type: type, media_size: size } = storedPost(post);
      expect([key(post), time, `.${type}`, size]).toEqual([key(post), post.file?.tim, post.file?.ext, post.file?.size]);
    }
  });

  test('has the deletions', () => {
    compare(
      'deleted',
      'deleted',
      (post) => post.deleted ?? false,
      (post) => post.deleted !== null,
    );
    if (isRitual) return;
    const wrong = wanted.flatMap((post) => {
      const [first = 0, last = Infinity] = post.deleted_between ?? [];
      const { deleted } = storedPost(post);
      return post.deleted_between === undefined || deleted === null || (deleted >= first && deleted <= last)
        ? []
        : [[key(post), deleted, first, last]];
    });
    expect(wrong).toEqual([]);
  });
});

describe.skipIf(expected === null)('the stored posts', () => {
  const world = useWorld();

  test('are those that were passed to the writer', async () => {
    const dump = asagiFixture('neofuuka.mysql.sql.gz');
    const { boards } = await importFiles(world(), [dump]);
    const { posts } = await observe([dump]);
    const wanted = [...posts].flatMap(([board, found]) => found.map((post) => asStored(board, post)));
    const have = new Map((await readPosts(world().pool)).map((post) => [key(post), post]));
    expect([have.size, boards.reduce((sum, { imported }) => sum + imported, 0)]).toEqual([
      wanted.length,
      wanted.length,
    ]);
    for (const { deleted, ...post } of wanted) {
      const found = have.get(key(post));
      expect(found).toMatchObject(post);
      // Posts that were deleted at an unknown time have the time of the import.
      expect([key(post), found?.deleted === null]).toEqual([key(post), deleted === null]);
    }
  });
});
