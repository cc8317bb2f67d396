import { describe, expect, test } from 'vitest';
import { embedded, embeddedPlace } from '../../../../server/posts/oembed.ts';
import { presentPost } from '../../../../server/posts/present.ts';
import { Site } from '../../../../server/shared/site.ts';
import { fullPost } from '../posts.ts';

const site = new Site('https://a.example.org/archive');
const MEDIA = { source: '4chan', name: 'g', mediaUrl: 'http://media.example.org' } as const;

describe('an address', () => {
  test.each([
    ['/g/thread/100', { board: 'g', num: 100, subnum: 0 }],
    ['/g/thread/100/', { board: 'g', num: 100, subnum: 0 }],
    ['/g/thread/100#p103', { board: 'g', num: 103, subnum: 0 }],
    ['/g/thread/100?view=tree#p103_2', { board: 'g', num: 103, subnum: 2 }],
    ['/g/thread/100/#103', { board: 'g', num: 103, subnum: 0 }],
    ['/g/thread/100#reply', { board: 'g', num: 100, subnum: 0 }],
    ['/g/post/103_2', { board: 'g', num: 103, subnum: 2 }],
  ])('%s names a post', (path, place) => {
    expect(embeddedPlace(`https://a.example.org/archive${path}`, site)).toEqual(place);
    expect(embeddedPlace(`http://a.example.org/archive${path}`, site)).toEqual(place);
  });

  test.each([
    'https://a.example.org/archive/g/',
    'https://a.example.org/archive/g/thread/0',
    'https://a.example.org/archive/g/thread/99999999999999999999',
    'https://a.example.org/g/thread/100',
    'https://a.example.org/archived/g/thread/100',
    'https://other.example.org/archive/g/thread/100',
    'https://a.example.org:8443/archive/g/thread/100',
    'javascript://a.example.org/archive/g/thread/100',
    'not an address',
    '',
  ])('%j names none', (address) => {
    expect(embeddedPlace(address, site)).toBeNull();
  });
});

describe('an embedded post', () => {
  const post = presentPost({ ...fullPost, spoiler: false }, MEDIA);

  test('is a quotation without its spoilers, whose texts stay texts', () => {
    const { html, title, author_name: author } = embedded({ ...post, name: '<b>"Nobody"' }, site, {});
    expect(title).toBe('a subject "in" full');
    expect(author).toBe('<b>"Nobody" !trip');
    expect(html).not.toMatch(/<b>|link|a\?b=c/);
    expect(html).toContain('[spoiler]');
    expect(html).toContain('&gt;green &amp; 😀');
    expect(html).toContain('cite="https://a.example.org/archive/g/thread/73339400#p73339442_2"');
    expect(html).toContain(
      '<a href="https://a.example.org/archive/g/thread/73339400#p73339442_2">/g/ No.73339442_2</a>',
    );
  });

  test('is not wider than the other site asks, and has a thumbnail only if that fits', () => {
    expect(embedded(post, site, {})).toMatchObject({ width: 550, height: null, thumbnail_width: 250 });
    expect(embedded(post, site, {}).thumbnail_url).toMatch(/^https:\/\/a\.example\.org\/archive\/media\//);
    const narrow = embedded(post, site, { maxwidth: 200 });
    expect(narrow.width).toBe(200);
    expect(narrow).not.toHaveProperty('thumbnail_url');
    expect(embedded(post, site, { maxheight: 100 })).not.toHaveProperty('thumbnail_url');
  });

  test('shows neither a picture behind a spoiler nor a deleted one', () => {
    expect(embedded({ ...post, spoiler: true }, site, {})).not.toHaveProperty('thumbnail_url');
    expect(embedded({ ...post, time_deleted_file: post.time_posted }, site, {})).not.toHaveProperty('thumbnail_url');
  });
});
