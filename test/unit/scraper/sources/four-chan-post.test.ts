import { expect, test } from 'vitest';
import { ABSENT_FIELDS } from '../../../../mappings/absent-fields.ts';
import type { PostFields, PostObservation } from '../../../../mappings/post.ts';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';

const THREAD = 700;

function read(post: Record<string, unknown>): PostObservation & { readonly warnings: ReadonlyMap<string, number> } {
  const result = fourChan.thread.read(
    JSON.stringify({ posts: [{ no: THREAD, resto: 0, time: 1_400_000_000, ...post }] }),
    THREAD,
  );
  if (!result.ok) throw new Error(result.refusal.detail);
  const [first] = result.value.posts;
  if (first === undefined) throw new Error('no post');
  return { ...first, warnings: result.warnings };
}

function readReply(reply: Record<string, unknown>): PostFields {
  const opener = { no: THREAD, resto: 0, time: 1_400_000_000 };
  const result = fourChan.thread.read(
    JSON.stringify({ posts: [opener, { no: THREAD + 1, resto: THREAD, time: 1_400_000_001, ...reply }] }),
    THREAD,
  );
  if (!result.ok) throw new Error(result.refusal.detail);
  const post = result.value.posts[1];
  if (post === undefined) throw new Error('no reply');
  return post.fields;
}

test('an opener with only its number and time has null in all other columns', () => {
  expect(read({}).fields).toEqual({
    ...ABSENT_FIELDS,
    num: THREAD,
    subnum: 0,
    thread: THREAD,
    opener: true,
    timePosted: new Date('2014-05-13T16:53:20Z'),
    spoiler: false,
    sticky: false,
    closed: false,
  });
});

const MD5 = 'AAECAwQFBgcICQoLDA0ODw==';

/** The source's fields → the stored columns. */
const cases: readonly [string, Record<string, unknown>, Partial<PostFields>][] = [
  ['a name, decoded once', { name: 'Rock &amp; Roll &#039;n&#44; &lt;b&gt;' }, { name: "Rock & Roll 'n, <b>" }],
  ['an entity that was itself escaped', { name: '&amp;hearts;' }, { name: '&hearts;' }],
  ['an ampersand that begins no entity', { filename: 'a&copy=1' }, { mediaName: 'a&copy=1' }],
  ['a code point past U+FFFF', { sub: '&#128512;' }, { subject: '😀' }],
  ['empty texts', { name: '', sub: '', com: '', trip: '', email: '', filename: '' }, { name: null, comment: null }],
  ['null like absence', { name: null, w: null, md5: null, sticky: null }, { name: null, mediaDimsSrcW: null }],
  ['a tripcode', { trip: '!!abcDEF./12' }, { tripcode: '!!abcDEF./12' }],
  ['an e-mail', { email: 'sage' }, { email: 'sage' }],
  ['a subject', { sub: 'Bread &quot;thread&quot;' }, { subject: 'Bread "thread"' }],
  [
    'a comment, verbatim',
    { com: '<a href="#p1" class="quotelink">&gt;&gt;1</a><br>x &amp;amp; y\r\n' },
    { comment: '<a href="#p1" class="quotelink">&gt;&gt;1</a><br>x &amp;amp; y\r\n' },
  ],
  ['a poster id', { id: 'Ab+/12cd' }, { posterid: 'Ab+/12cd' }],
  ['the poster id of developers', { id: 'Developer' }, { posterid: 'Dev' }],
  ['a moderator', { capcode: 'mod' }, { capcode: 'M', extra: null }],
  ['an administrator', { capcode: 'admin' }, { capcode: 'A', extra: null }],
  [
    'a highlighted administrator',
    { capcode: 'admin_highlight' },
    { capcode: 'A', extra: { capcode: 'admin_highlight' } },
  ],
  ['a developer', { capcode: 'developer' }, { capcode: 'D' }],
  ['a manager', { capcode: 'manager' }, { capcode: 'G' }],
  ['a founder', { capcode: 'founder' }, { capcode: 'F' }],
  ['a verified poster', { capcode: 'verified' }, { capcode: 'V' }],
  ['a capcode that says there is none', { capcode: 'none' }, { capcode: null, extra: null }],
  ['a capcode nobody knows', { capcode: 'janitor' }, { capcode: 'J', extra: { capcode: 'janitor' } }],
  ['a country', { country: 'FI', country_name: 'Finland' }, { country: 'FI', extra: { country_name: 'Finland' } }],
  ['an unknown country', { country: 'XX' }, { country: null, extra: { country: 'XX' } }],
  ['an anonymous proxy', { country: 'A1' }, { country: null, extra: { country: 'A1' } }],
  [
    "a board's own flag",
    { board_flag: 'NZ', flag_name: 'Nazgul' },
    { country: 'troll:nz', extra: { board_flag: 'NZ', flag_name: 'Nazgul' } },
  ],
  ['the older name of it', { troll_country: 'PR' }, { country: 'troll:pr', extra: { troll_country: 'PR' } }],
  ['both, the country first', { country: 'FI', board_flag: 'NZ' }, { country: 'FI' }],
  [
    'a file',
    {
      tim: 1_699_999_999_123_456,
      filename: 'summer &#039;12',
      ext: '.JPG',
      fsize: 12_345,
      md5: MD5,
      w: 800,
      h: 600,
      tn_w: 250,
      tn_h: 187,
    },
    {
      mediaTime: 1_699_999_999_123_456,
      mediaName: "summer '12",
      mediaType: 'jpg',
      mediaSize: 12_345,
      mediaHash: Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'),
      mediaDimsSrcW: 800,
      mediaDimsSrcH: 600,
      mediaDimsThbW: 250,
      mediaDimsThbH: 187,
    },
  ],
  ['sizes of 0', { w: 0, h: 0, tn_w: 0, fsize: 0, tim: 0 }, { mediaDimsSrcW: null, mediaSize: null, mediaTime: null }],
  ['a spoiler', { spoiler: 1, custom_spoiler: 3 }, { spoiler: true, extra: { custom_spoiler: 3 } }],
  ['sticky and closed', { sticky: 1, closed: 1 }, { sticky: true, closed: true }],
  ['explicit noes', { sticky: 0, closed: 0 }, { sticky: false, closed: false }],
  [
    'an archived thread, which is not closed',
    { archived: 1, closed: 1, archived_on: 1_400_000_100 },
    { closed: false, timeArchived: new Date('2014-05-13T16:55:00Z'), extra: null },
  ],
  ['archived at a time nobody said', { archived: 1 }, { timeArchived: null, extra: { archived: 1 } }],
  ['poster count', { unique_ips: 70_000 }, { posters: 65_535 }],
  ['reply count as stated', { replies: 70_000 }, { replies: 70_000 }],
  [
    'fields without a column',
    { images: 0, since4pass: 2017, m_img: 1, tag: 'Loop', semantic_url: 'a-b', bumplimit: 0 },
    {
      extra: { images: 0, since4pass: 2017, m_img: 1, tag: 'Loop', semantic_url: 'a-b', bumplimit: 0 },
    },
  ],
  ['what lists add', { last_modified: 5, omitted_posts: 3, omitted_images: 1, last_replies: [] }, { extra: null }],
  ['the text of the time, which follows from the number', { now: '05/13/14(Tue)12:53:20' }, { extra: null }],
];

test.each(cases)('%s', (_name, sent, columns) => {
  expect(read(sent).fields).toMatchObject(columns);
});

test('an unknown field is kept and counted', () => {
  const { fields, warnings } = read({ shiny: { deep: [1, 'two'] } });
  expect(fields.extra).toEqual({ shiny: { deep: [1, 'two'] } });
  expect(warnings).toEqual(new Map([['unknown_field:shiny', 1]]));
});

test('a field named like an object’s built-in property is an ordinary field', () => {
  const result = fourChan.thread.read(
    '{"posts":[{"no":700,"resto":0,"time":1,"__proto__":{"name":"x"},"constructor":"y"}]}',
    THREAD,
  );
  const post = result.ok ? result.value.posts[0]?.fields : undefined;
  expect(post?.name).toBeNull();
  expect(Object.entries(post?.extra ?? {})).toEqual([
    ['__proto__', { name: 'x' }],
    ['constructor', 'y'],
  ]);
});

test('an unknown capcode is counted', () => {
  expect(read({ capcode: 'janitor' }).warnings.get('capcode_word:janitor')).toBe(1);
});

test('U+0000 is replaced and counted, in texts and in extra', () => {
  const { fields, warnings } = read({ com: 'a\0b\0', shiny: ['\0'] });
  expect(fields.comment).toBe('a\uFFFDb\uFFFD');
  expect(fields.extra).toEqual({ shiny: ['\uFFFD'] });
  expect(warnings.get('nul')).toBe(2);
});

test('half a surrogate pair is replaced and counted', () => {
  const { fields, warnings } = read({ name: 'a\uD800b' });
  expect(fields.name).toBe('a\uFFFDb');
  expect(warnings.get('lone_surrogate')).toBe(1);
});

test('a comment of 50,000 characters stays whole', () => {
  const comment = 'ab\n<br>é'.repeat(6_250);
  expect(read({ com: comment }).fields.comment).toBe(comment);
});

test('a deleted file is marked as deleted', () => {
  expect(read({ filedeleted: 1 }).fileDeleted).toBe(true);
  expect(read({}).fileDeleted).toBe(false);
});

test('a reply belongs to its thread, and is neither sticky nor closed nor has counts', () => {
  expect(readReply({ sticky: 0, closed: 0 })).toMatchObject({
    num: THREAD + 1,
    thread: THREAD,
    opener: false,
    sticky: null,
    closed: null,
    posters: null,
    replies: null,
  });
});

test('a photograph’s table is also kept as data, and the comment is unchanged', () => {
  const table =
    '<br><br><span class="abbr">[EXIF data available. Click <a href="javascript:void(0)" onclick="toggle(\'exif1\')">here</a> to show/hide.]</span><br><table class="exif" id="exif1"><tr><td colspan="2"><b>Camera-Specific Properties:</b></td></tr><tr><td>Make</td><td>Kiln &amp; Co</td></tr><tr><td>ISO</td><td>200</td></tr></table>';
  const { fields } = read({ com: `Look.${table}` });
  expect(fields.comment).toBe(`Look.${table}`);
  expect(fields.extra).toEqual({ exif: { Make: 'Kiln & Co', ISO: '200' } });
});

test('the details of a drawing are also kept as data', () => {
  const note =
    '<br><br><small><b>Oekaki Post</b> (Time: 14m, Painter: Tea, Milk, Source: <a href="#p2" class="quotelink">&gt;&gt;2</a>)</small>';
  expect(read({ com: `Done.${note}` }).fields.extra).toEqual({
    oekaki: { Time: '14m', Painter: 'Tea, Milk', Source: '>>2' },
  });
});
