import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Board } from '../../../../../mappings/board.ts';
import { ParseWarnings } from '../../../../../scraper/sources/parse-result.ts';
import { readThreadDocument } from '../../../../../scraper/sources/foolfuuka/thread.ts';
import { foolFuukaPost } from '../../../server/foolfuuka/post.ts';
import type { PrintContext } from '../../../server/foolfuuka/site.ts';
import { Site } from '../../../../../server/shared/site.ts';
import { aPost } from '../../../../../test/support/builders.ts';

type Json = Readonly<Record<string, unknown>>;
interface ThreadJson {
  readonly op: Json;
  readonly posts?: Readonly<Record<string, Json>>;
}

const board: Board = {
  id: 1,
  name: 'tea',
  title: 'Tea & Milk',
  worksafe: true,
  source: 'foolfuuka',
  sourceName: 'tea',
  url: 'http://archive.example.org',
  mediaUrl: 'http://files.example.org',
  sliceSize: 50_000_000,
};
const context: PrintContext = {
  version: '',
  site: new Site('http://archive.example.org'),
  boards: new Map([['tea', board]]),
  filesAtSource: new Map([['tea', board]]),
};

/** The output of an archive that read this post from another one. */
function printed(document: Readonly<Record<string, ThreadJson>>, of: Board = board): Json[] {
  const [num] = Object.keys(document);
  const thread = readThreadDocument(document, Number(num), of, new ParseWarnings());
  const known = new Map([[of.name, of]]);
  const where = { ...context, boards: known, filesAtSource: known };
  return thread.posts.map(({ fields, deletion }) => {
    const timeDeletedPost = deletion === undefined ? null : (deletion.time ?? new Date(0));
    return foolFuukaPost({ post: aPost({ ...fields, board: of.name, timeDeletedPost }), docId: '7' }, where);
  });
}

/** Every field of the API, as other archives print it. */
const opener: Json = {
  doc_id: '7',
  num: '700',
  subnum: '0',
  thread_num: '700',
  op: '1',
  timestamp: 1_566_247_887,
  timestamp_expired: '0',
  capcode: 'M',
  email: 'sage',
  name: 'Tea <3',
  trip: '!oolong',
  title: 'kettle "thread"',
  comment: ">green\n[spoiler]it's[/spoiler] [b]strong[/b]",
  poster_hash: 'AbCdEfGh',
  poster_country: 'JP',
  sticky: '1',
  locked: '1',
  deleted: '0',
  nreplies: null,
  nimages: null,
  fourchan_date: '8/19/19(Mon)16:51',
  comment_sanitized: ">green\n[spoiler]it's[/spoiler] [b]strong[/b]",
  comment_processed:
    '<span class="greentext">&gt;green</span><br />\n<span class="spoiler">it\'s</span> <strong>strong</strong>',
  formatted: false,
  title_processed: 'kettle &quot;thread&quot;',
  name_processed: 'Tea &lt;3',
  email_processed: 'sage',
  trip_processed: '!oolong',
  poster_hash_processed: 'AbCdEfGh',
  poster_country_name: 'Japan',
  poster_country_name_processed: 'Japan',
  troll_country_code: false,
  troll_country_name: false,
  since4pass: '2015',
  unique_ips: '13',
  extra_data: [],
  exif: '{"uniqueIps":"13","since4pass":"2015","Make":"Kettle"}',
  media: {
    media_id: null,
    spoiler: '1',
    preview_orig: '1566247887282s.jpg',
    media: '1545898019910.jpg',
    preview_op: '1566247887282s.jpg',
    preview_reply: null,
    preview_w: '250',
    preview_h: '140',
    media_filename: 'tea &amp; milk.jpg',
    media_w: '1280',
    media_h: '720',
    media_size: '61122',
    media_hash: 'Y+vxZgoBHLQWtNj6VlGPdw==',
    media_orig: '1566247887282.jpg',
    exif: '{"uniqueIps":"13","since4pass":"2015","Make":"Kettle"}',
    total: null,
    banned: '0',
    media_status: 'normal',
    safe_media_hash: 'Y-vxZgoBHLQWtNj6VlGPdw',
    remote_media_link: 'http://files.example.org/tea/image/1545/89/1545898019910.jpg',
    media_link: 'http://files.example.org/tea/image/1545/89/1545898019910.jpg',
    thumb_link: 'http://files.example.org/tea/thumb/1545/89/1545898019910s.jpg',
    media_filename_processed: 'tea &amp; milk.jpg',
    sha256: null,
    sha256t: null,
    replay_link: null,
  },
  board: { name: 'Tea & Milk', shortname: 'tea' },
};

function reply(fields: Json): Json {
  const nothing = Object.fromEntries(
    ['email', 'trip', 'title', 'comment', 'poster_hash', 'poster_country', 'exif', 'media', 'since4pass', 'unique_ips']
      .concat(['title_processed', 'email_processed', 'trip_processed', 'poster_hash_processed'])
      .map((name) => [name, null]),
  );
  const empty = { comment_sanitized: '', comment_processed: '', poster_country_name: false };
  const plain = { name: 'Anonymous', name_processed: 'Anonymous', capcode: 'N', sticky: '0', locked: '0' };
  const fixed = { ...opener, ...nothing, ...empty, ...plain, poster_country_name_processed: '' };
  return { ...fixed, num: '701', op: '0', ...fields };
}

describe('a post of another archive, parsed and printed again', () => {
  it('has the same fields', () => {
    expect(printed({ 700: { op: opener } })).toEqual([opener]);
  });

  it.each<[string, Json]>([
    ['with nothing at all', {}],
    ['by a ghost', { num: '700', subnum: '3' }],
    ['that was deleted', { deleted: '1', timestamp_expired: 1_566_250_000 }],
    ['under a flag of the board', { troll_country_code: 'NZ', troll_country_name: 'Somebody' }],
  ])('stays the same: %s', (_, fields) => {
    expect(printed({ 700: { op: opener, posts: { 701: reply(fields) } } })[1]).toEqual(reply(fields));
  });

  it('in an archived thread has the time of archival', () => {
    const archived = { ...opener, timestamp_expired: 1_566_300_000 };
    expect(printed({ 700: { op: archived } })).toEqual([archived]);
  });
});

function media(fields: Parameters<typeof aPost>[0]): Json | null {
  return foolFuukaPost({ post: aPost({ board: 'tea', ...fields }), docId: '1' }, context)['media'] as Json | null;
}

describe('a file', () => {
  it('that is archived links to the archive', () => {
    const sha256 = Buffer.alloc(32, 0xab);
    expect(media({ num: 1, mediaTime: 5, mediaType: 'png', mediaHashSrc: sha256 })).toMatchObject({
      media_link: `http://archive.example.org/media/ab/ab/${'ab'.repeat(32)}.png`,
      thumb_link: `http://archive.example.org/media/thumbs/ab/ab/${'ab'.repeat(32)}.jpg`,
    });
  });

  it.each([
    ['that is gone', { mediaTime: 1_566_247_887_282, mediaType: 'png', timeDeletedFile: new Date(0) }],
    ['of which only the hash is known', { mediaHash: Buffer.alloc(16) }],
    ['of which only the name is known', { mediaName: 'a/b' }],
    ['without a type', { mediaTime: 5 }],
    ['that is pending', { mediaTime: 5, mediaType: 'png', board: 'other' }],
  ])('%s has strings in all fields that clients read without a check', (_, fields) => {
    const printedMedia = media({ num: 1, ...fields }) ?? {};
    const { media: stored, media_orig, media_filename, remote_media_link } = printedMedia;
    for (const text of [stored, media_orig, media_filename]) expect(text).toBeTypeOf('string');
    expect(URL.canParse(String(remote_media_link))).toBe(true);
    expect(printedMedia).toMatchObject({ media_link: null, thumb_link: null, media_status: 'not-available' });
  });

  it('is null for a post without one', () => {
    expect(media({ num: 1 })).toBeNull();
  });
});

const folder = process.env['SAGASU_CAPTURES'];

/** Fields of the archive that was read, which another one cannot have. */
const ITS_OWN = new Set(['doc_id', 'nreplies', 'nimages']);
const ITS_OWN_OF_FILES = new Set(
  'media_id total preview_op preview_reply remote_media_link media_link thumb_link sha256 sha256t replay_link'.split(
    ' ',
  ),
);
/** Fields that only some archives print. */
const ADDED = new Set(['troll_country_code', 'troll_country_name', 'since4pass', 'unique_ips']);

test.skipIf(folder === undefined)('every captured thread is field-equal but for what the docs list', () => {
  const files = readdirSync(join(folder ?? '', 'foolfuuka')).filter((file) => file.includes('-thread-'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const document = JSON.parse(readFileSync(join(folder ?? '', 'foolfuuka', file), 'utf8')) as Record<
      string,
      ThreadJson
    >;
    const [{ op, posts = {} } = { op: {} }] = Object.values(document);
    const originals = [op, ...Object.values(posts)];
    const { name: title, shortname: name } = op['board'] as { readonly name: string; readonly shortname: string };
    for (const [place, post] of printed(document, { ...board, name, sourceName: name, title }).entries()) {
      const original = originals[place] ?? {};
      // Posts that were cut out of the capture are linked by their number alone.
      const differing = differences(withHost(original), post, ITS_OWN).filter((field) => !ADDED.has(field));
      const [file1, file2] = [original['media'], post['media']] as (Json | null)[];
      expect({ num: post['num'], differing: differing.filter((field) => field !== 'media') }).toEqual({
        num: original['num'],
        differing: [],
      });
      expect(differences(file1 ?? {}, file2 ?? {}, ITS_OWN_OF_FILES)).toEqual([]);
    }
  }
});

function differences(original: Json, post: Json, ignored: ReadonlySet<string>): string[] {
  const names = [...new Set([...Object.keys(original), ...Object.keys(post)])].filter((name) => !ignored.has(name));
  return names.filter((name) => JSON.stringify(original[name]) !== JSON.stringify(post[name]));
}

function withHost(post: Json): Json {
  const html = String(post['comment_processed']);
  return { ...post, comment_processed: html.replaceAll(/http:\/\/[\w.-]+\//g, 'http://archive.example.org/') };
}
