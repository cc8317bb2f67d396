import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Post } from '../../../../mappings/post.ts';
import { atomOf } from '../../../../server/feeds/atom.ts';
import { feedOf, headOfSearch } from '../../../../server/feeds/feed.ts';
import { jsonFeedOf } from '../../../../server/feeds/json-feed.ts';
import { presentPost } from '../../../../server/posts/present.ts';
import { Site } from '../../../../server/shared/site.ts';
import { brokenAtomRules } from '../../../support/atom-rules.ts';
import { broken } from '../../../support/markup.ts';
import { childrenOf, readXml, textOf } from '../../../support/xml.ts';
import { emptyPost, fullPost } from '../posts.ts';

const site = new Site('https://archive.example.org/');

function feed(q: string, ...posts: readonly Post[]) {
  const hits = posts.map((post) => ({
    ...presentPost(post, { source: '4chan', name: post.board, mediaUrl: 'https://media.example.org' }),
    highlights: {},
    thread_subject: null,
    group: null,
  }));
  return feedOf(headOfSearch(q, site), hits, site);
}

const atom = (q: string, ...posts: readonly Post[]) => readXml(atomOf(feed(q, ...posts)));
const entry = (post: Post) => childrenOf(atom('', post), 'entry')[0] ?? expect.unreachable();

describe('an Atom feed', () => {
  test('is valid by RFC 4287, with full posts, empty posts, and without a post', () => {
    expect(brokenAtomRules(atom('kernel "custom built"', fullPost, emptyPost))).toEqual([]);
    expect(brokenAtomRules(atom(''))).toEqual([]);
  });

  test('is valid for 300 posts of random text and markup', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.toWellFormed());
    const post = fc.record({
      name: text,
      tripcode: text,
      subject: text,
      comment: broken,
      mediaName: text,
      mediaType: text,
    });
    fc.assert(
      fc.property(text, post, (q, fields) => {
        expect(brokenAtomRules(atom(q, { ...fullPost, ...fields }, emptyPost))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test('has a permanent id for a post and a link to its place in the thread', () => {
    const one = entry(fullPost);
    expect(textOf(one, 'id')).toBe('tag:archive.example.org,2026:post/g/73339442/2');
    expect(childrenOf(one, 'link')[0]?.attributes).toMatchObject({
      rel: 'alternate',
      href: 'https://archive.example.org/g/thread/73339400#p73339442_2',
    });
  });

  test('has the times of the post, the author with the tripcode, and the file', () => {
    const one = entry({ ...fullPost, timeModified: new Date('2019-03-06T00:00:00Z') });
    expect(textOf(one, 'published')).toBe('2019-03-05T12:00:01.000Z');
    expect(textOf(one, 'updated')).toBe('2019-03-06T00:00:00.000Z');
    expect(childrenOf(one, 'author')[0]?.children[0]?.text).toBe('Name "quoted" !trip');
    expect(childrenOf(one, 'link')[1]?.attributes).toEqual({
      rel: 'enclosure',
      type: 'image/png',
      length: '2147483647',
      title: 'a file.png',
      href: `https://archive.example.org/media/00/00/${'00'.repeat(32)}.png`,
    });
  });

  test('shows the comment as HTML of its tokens, with absolute links', () => {
    expect(textOf(entry(fullPost), 'content')).toBe(
      '<a href="https://archive.example.org/g/post/73339400">&gt;&gt;73339400</a><br>' +
        '<span>&gt;green &amp; 😀</span><br>' +
        '<details><summary>spoiler</summary>spoiler <a href="https://example.org/a?b=c">link</a></details>' +
        '<pre><code>a &lt; b</code></pre>',
    );
  });
});

test.each([
  ['the subject', { subject: 'Kernel general', comment: 'which?' }, 'Kernel general'],
  ['how the comment begins', { comment: 'one<br>two' }, 'one two'],
  ['the file, not its EXIF', { comment: '<table class="exif"><tr><td>Model<td>Box</table>', mediaName: 'cat' }, 'cat'],
  ['the file', { mediaName: 'cat', mediaType: 'png' }, 'cat.png'],
  ['board and number', {}, '/g/ 1'],
  ['the comment, cut between words', { comment: 'word '.repeat(60) }, `${'word '.repeat(20).trim()}…`],
  ['the comment, never cut within a sign', { comment: `${'a'.repeat(99)}👩‍👩‍👧‍👦` }, `${'a'.repeat(99)}…`],
])('a post without more is titled with %s', (_, fields, title) => {
  expect(textOf(entry({ ...emptyPost, ...fields }), 'title')).toBe(title);
});

test("the source's HTML never appears in a feed", () => {
  const comment =
    '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a><b onclick=x>b</b>';
  const html = feed('', { ...fullPost, comment }).entries[0]?.html ?? '';
  expect(html).not.toMatch(/<script|<img|onerror=[^&]*>|href="javascript|onclick/);
  expect(html).toContain('b');
});

test('a JSON feed has the same entries, and leaves out missing fields', () => {
  const { items, ...head } = jsonFeedOf(feed('kernel', fullPost, emptyPost));
  expect(head).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Sagasu: kernel',
    home_page_url: 'https://archive.example.org/search?q=kernel',
    feed_url: 'https://archive.example.org/api/v1/search/feed.json?q=kernel',
  });
  expect(items[0]).toMatchObject({
    id: 'tag:archive.example.org,2026:post/g/73339442/2',
    url: 'https://archive.example.org/g/thread/73339400#p73339442_2',
    title: 'a subject "in" full',
    authors: [{ name: 'Name "quoted" !trip' }],
    tags: ['g'],
    image: `https://archive.example.org/media/00/00/${'00'.repeat(32)}.png`,
    attachments: [{ mime_type: 'image/png', size_in_bytes: 2_147_483_647, title: 'a file.png' }],
  });
  expect(items[1]).toEqual({
    id: 'tag:archive.example.org,2026:post/g/1/0',
    url: 'https://archive.example.org/g/thread/1#p1',
    title: '/g/ 1',
    content_html: '',
    date_published: '2019-03-05T12:00:01.000Z',
    date_modified: '2019-03-05T12:00:01.000Z',
    authors: [{ name: 'Anonymous' }],
    tags: ['g'],
  });
});

test.each([
  ['http://127.0.0.1:8080', 'tag:127.0.0.1,2026:8080/post'],
  ['http://[::1]:8080', 'tag:localhost,2026:8080/post'],
  ['https://example.org/archive/', 'tag:example.org,2026:post'],
])('a site at %s names its posts %s', (base, tag) => {
  expect(new Site(base).tag('post')).toBe(tag);
});
