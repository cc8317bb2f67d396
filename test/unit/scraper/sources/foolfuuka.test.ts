import { describe, expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import type { PostFields } from '../../../../mappings/post.ts';
import { bbcodeToHtml } from '../../../../mappings/comment/bbcode.ts';
import { foolFuuka } from '../../../../scraper/sources/foolfuuka/source.ts';
import { TIME } from '../../../support/source-form.ts';
import { archiveThread } from './forms.ts';

const board = { name: 'tea', sourceName: 'g', url: 'https://site.example', mediaUrl: 'https://site.example' };
const context = {
  board: 'g',
  ownBoard: 'tea',
  has: (num: number) => num === 701,
  threadOf: (name: string, num: number) => (num === 42 ? (name === 'g' ? 40 : 41) : null),
};

function readReply(sent: Record<string, unknown>) {
  const result = foolFuuka.thread.read(JSON.stringify(archiveThread(sent)), 700, board);
  const post = result.ok ? result.value.posts[1] : undefined;
  if (!result.ok || post === undefined) throw new Error(JSON.stringify(result));
  return { ...post, warnings: result.warnings };
}

/** The archive's fields → the stored columns. */
const cases: readonly [string, Record<string, unknown>, Partial<PostFields>][] = [
  ['nobody special', { capcode: 'N' }, { capcode: null }],
  ['a moderator', { capcode: 'M' }, { capcode: 'M' }],
  ['an unknown country', { poster_country: 'XX' }, { country: null, extra: { poster_country: 'XX' } }],
  [
    'a country',
    { poster_country: 'FI', poster_country_name: 'Finland' },
    { country: 'FI', extra: { poster_country_name: 'Finland' } },
  ],
  ["a board's own flag", { troll_country_code: 'NZ' }, { country: 'troll:nz' }],
  [
    'no flag, in the words of PHP',
    { troll_country_code: false, troll_country_name: '' },
    { country: null, extra: null },
  ],
  ['the poster id of developers', { poster_hash: 'Developer' }, { posterid: 'Dev' }],
  [
    'posters and a pass among the facts about a picture',
    { exif: '{"uniqueIps":"13","since4pass":2017,"Make":"Kiln"}' },
    { posters: 13, extra: { since4pass: 2017, exif: { Make: 'Kiln' } } },
  ],
  ['a flag among them', { exif: '{"trollCountry":"PR"}' }, { country: 'troll:pr', extra: { troll_country: 'PR' } }],
  [
    "the source's own HTML among them",
    { exif: '{"comment":"<b>whole<\\/b>"}', comment: '[b]whole[/b]' },
    { comment: '<b>whole</b>', extra: null },
  ],
  ['a picture that is not JSON', { exif: 'half a' }, { extra: { exif: 'half a' } }],
  ['flags in any of their forms', { sticky: true, locked: 1 }, { sticky: true, closed: true }],
];

test.each(cases)('%s', (_name, sent, columns) => {
  expect(readReply(sent).fields).toMatchObject(columns);
});

test('a ghost post has the number of the post before it, and a subnum of its own', () => {
  const thread = { 700: (archiveThread() as Record<string, { op: unknown; posts: Record<string, object> }>)['700'] };
  const { 701: reply } = thread[700]?.posts ?? {};
  Object.assign(thread[700]?.posts ?? {}, { '701_1': { ...reply, subnum: '1', comment: 'Boo.' } });
  const result = foolFuuka.thread.read(JSON.stringify(thread), 700, board);
  expect(result.ok && result.value.posts.map(({ fields }) => [fields.num, fields.subnum])).toEqual([
    [700, 0],
    [701, 0],
    [701, 1],
    [703, 0],
  ]);
});

test('a deleted post has the time at which the archive noticed it', () => {
  expect(readReply({ deleted: '1', timestamp_expired: TIME + 5 }).deletion).toEqual({
    time: new Date((TIME + 5) * 1000),
  });
  expect(readReply({ deleted: '1' }).deletion).toEqual({ time: null });
});

const fileOf = (time: number) => ({ media: { media_orig: `${time}.png`, media_filename: 'a.png', media: null } });

test('the archive’s times are UTC, and a time on New York’s clock is counted', () => {
  expect(readReply({ timestamp: TIME, ...fileOf(TIME * 1000) }).warnings).toEqual(new Map());
  const local = readReply({ timestamp: TIME - 4 * 3600, ...fileOf(TIME * 1000) });
  expect(local.warnings.get('local_time')).toBe(1);
});

test('a file that the archive stores under another name has that name', () => {
  const media = {
    media_orig: '1566247887282.jpg',
    media: '1545898019910.jpg',
    media_filename: 'a&amp;b.jpg',
    media_status: 'banned',
  };
  expect(readReply({ media }).fields).toMatchObject({
    mediaTime: 1_566_247_887_282,
    mediaName: 'a&b',
    mediaType: 'jpg',
    extra: { media: '1545898019910.jpg', media_status: 'banned' },
  });
});

test('an answer with another thread is refused for that reason', () => {
  const result = foolFuuka.thread.read(JSON.stringify(archiveThread()), 699, board);
  expect(!result.ok && result.refusal.reason).toBe('wrong_thread');
});

test('an answer that the thread is missing is refused as not found', () => {
  const result = foolFuuka.thread.read('{"error":"Thread not found."}', 700, board);
  expect(!result.ok && result.refusal.reason).toBe('not_found');
});

test('a page of the index lists its threads, newest first, and contains those that are complete', () => {
  const { 700: entry } = archiveThread() as Record<string, { op: object; posts: Record<string, object> }>;
  const page = {
    700: { ...entry, posts: Object.values(entry?.posts ?? {}), omitted: 0, images_omitted: 0 },
    900: { ...entry, posts: [], omitted: 12 },
  };
  const result = foolFuuka.history.read(JSON.stringify(page), board);
  expect(result.ok && result.value.threads.map(({ num, whole }) => [num, whole?.posts.length ?? null])).toEqual([
    [900, null],
    [700, 3],
  ]);
  const end = foolFuuka.history.read('[]', board);
  expect(end.ok && end.value.threads).toEqual([]);
});

describe('text of an archive becomes HTML in the source’s form', () => {
  const pairs: readonly [string, string][] = [
    ['plain & <simple>', 'plain &amp; &lt;simple&gt;'],
    ['>implying\nnot', '<span class="quote">&gt;implying</span><br>not'],
    [
      '>>701\n>>702 x',
      '<a href="#p701" class="quotelink">&gt;&gt;701</a><br><span class="deadlink">&gt;&gt;702</span> x',
    ],
    ['>>42', '<a href="/tea/thread/40#p42" class="quotelink">&gt;&gt;42</a>'],
    ['>>>/ck/42', '<a href="/ck/thread/41#p42" class="quotelink">&gt;&gt;&gt;/ck/42</a>'],
    ['[spoiler]a\n>b[/spoiler] c', '<s>a<br><span class="quote">&gt;b</span></s> c'],
    ['>a [b]b[/b]', '<span class="quote">&gt;a <b>b</b></span>'],
    [
      '[code]if a > b:\n  [b]x[/b] >>701[/code]',
      '<pre class="prettyprint">if a &gt; b:<br>  [b]x[/b] &gt;&gt;701</pre>',
    ],
    ['[code] open [b]x[/b]', '[code] open <b>x</b>'],
    ['[b][i]x[/b][/i]', '<b>[i]x</b>[/i]'],
    ['[spoiler:lit]x[/spoiler:lit]', '[spoiler]x[/spoiler]'],
    ['[banned](USER WAS BANNED)[/banned]', '<strong style="color: red;">(USER WAS BANNED)</strong>'],
    [
      '[fortune color="#fd4d32"]Your fortune: Rain[/fortune]',
      '<span class="fortune" style="color:#fd4d32">Your fortune: Rain</span>',
    ],
    ['[qstcolor=red]x[/qstcolor]', '<span class="mu-r">x</span>'],
    ['[nonsense]x[/nonsense]', '[nonsense]x[/nonsense]'],
  ];
  test.each(pairs)('%j', (text, html) => {
    expect(bbcodeToHtml(text, context)).toBe(html);
  });

  test('our parser knows all of it', () => {
    const html = pairs.map(([text]) => bbcodeToHtml(text, context)).join('<br>');
    expect(parseComment(html).unknown).toEqual(new Map());
  });

  test('a hundred thousand unclosed tags are parsed quickly', () => {
    const text = '[code][b]'.repeat(50_000);
    expect(bbcodeToHtml(text, context)).toBe(text);
  });
});
