import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Post as PostData } from '../../../../mappings/contract/post.ts';
import { KnownIdentities } from '../../../../web/src/components/post/identities.tsx';
import { thumbnailSize } from '../../../../web/src/components/post/picture.tsx';
import { Post } from '../../../../web/src/components/post/post.tsx';
import { Hit } from '../../../../web/src/features/search/results/hit.tsx';
import { setLanguage } from '../../../../web/src/lib/messages.ts';
import { aFile, aHit, aPost } from '../../posts.ts';

function draw(post: PostData, quotedBy: readonly number[] = [], isTarget = false): string {
  return renderToStaticMarkup(<Post post={post} quotedBy={quotedBy} isTarget={isTarget} />);
}

describe('a post in its thread', () => {
  test('replays a drawing in place, by a link that leads to the recording where scripts do not run', () => {
    const markup = draw(aPost({ file: aFile({ replay_url: '/media/ab/cd/abcd.tgkr' }) }));
    expect(markup).toContain('<a class="file-replay" href="/media/ab/cd/abcd.tgkr" aria-expanded="false">');
  });

  test('saves a file that pages cannot show under its own name', () => {
    const file = aFile({ name: 'bread', type: 'pdf', url: '/media/bread.pdf' });
    expect(draw(aPost({ file })).match(/download="bread.pdf"/g)).toHaveLength(2);
  });

  test('has its number as id and stable class names', () => {
    expect(draw(aPost())).toContain('<article class="post doc_id_1 post-reply" id="101"');
    expect(draw(aPost())).toContain('<header class="post-top" id="p101">');
    expect(draw(aPost({ doc_id: null }), [], true)).toContain('class="post post-reply post-target"');
    expect(draw(aPost({ subnum: 2, time_deleted_post: '2024-05-02T15:00:00.000Z' }))).toContain(
      'class="post doc_id_1 post_ghost post-reply post-ghost post-deleted" id="101_2"',
    );
  });

  test('shows author, time and labels', () => {
    const markup = draw(
      aPost({
        name: 'Baker',
        tripcode: '!Trip',
        capcode: 'M',
        posterid: 'aB3',
        country: 'SE',
        email: 'sage',
        since4pass: 2014,
        sticky: true,
        closed: true,
      }),
    );
    for (const part of [
      'Baker',
      '!Trip',
      '## Mod',
      'ID:aB3',
      'Sweden</a>',
      'sage',
      '4chan Pass since 2014',
      'Sticky',
    ]) {
      expect(markup).toContain(part);
    }
    expect(markup).toContain('<time dateTime="2024-05-02T14:06:00+00:00" title="');
    expect(draw(aPost())).toContain('<span class="post_author">Anonymous</span>');
    expect(markup).toContain('<a class="post-trip" href="/search?q=trip:%21Trip"');
  });

  test('a board flag is labelled as such', () => {
    expect(draw(aPost({ country: 'troll:pi' }))).toContain('title="Board flag “pi”">PI</a>');
    expect(draw(aPost({ country: 'troll:pi', extra: { flag_name: 'Pirate' } }))).toContain('>Pirate</a>');
  });

  test('backlinks follow its number; many are collapsed', () => {
    expect(draw(aPost(), [105])).toContain('<a href="#p105" data-quote="ck/105">&gt;&gt;105</a>');
    const crowd = draw(
      aPost(),
      Array.from({ length: 60 }, (_, index) => 200 + index),
    );
    expect(crowd.match(/data-quote/g)).toHaveLength(8);
    expect(crowd).toContain('Quoted by 60');
  });

  test('backlinks from other threads follow those of the thread', () => {
    const link = { board: 'g', thread: 7, num: 9, subnum: 0, thread_subject: 'Kettles', quotes: [100] };
    const here = { ...link, board: 'ck', num: 90 };
    const markup = renderToStaticMarkup(
      <Post post={aPost()} quotedBy={[105]} elsewhere={[link, here]} isTarget={false} />,
    );
    expect(markup).toMatch(
      /105<\/a><a href="\/g\/thread\/7#p9" title="Kettles"[^>]*data-quote="g\/9">&gt;&gt;&gt;\/g\/9</,
    );
    expect(markup).toContain('href="/ck/thread/7#p90"');
    expect(markup).toContain('data-quote="ck/90">&gt;&gt;90<');
  });
});

describe('an author with an identity', () => {
  const identities = [
    {
      name: 'Ann Lee',
      aliases: [
        { kind: 'sender', value: 's12' },
        { kind: 'name', value: 'Baker' },
      ],
    },
    { name: 'bob', aliases: [{ kind: 'tripcode', value: '!Trip' }] },
    { name: '"><img src=x>', aliases: [{ kind: 'name', value: 'evil' }] },
  ] as const;
  const linkOf = (fields: Partial<PostData>) => {
    const markup = renderToStaticMarkup(
      <KnownIdentities identities={identities.map(({ name, aliases }) => ({ name, aliases: [...aliases] }))}>
        <Post post={aPost(fields)} quotedBy={[]} isTarget={false} />
      </KnownIdentities>,
    );
    return /<a class="post-identity"[^]*?<\/a>/.exec(markup)?.[0] ?? null;
  };

  test('is shown with a link to all posts of that person', () => {
    const link = linkOf({ name: 'Baker' });
    expect(link).toContain('href="/search?q=identity:%22Ann+Lee%22"');
    expect(link).toContain('aria-label="All posts by Ann Lee"');
    expect(link).toContain('>Ann Lee</a>');
    expect(linkOf({ tripcode: '!Trip' })).toContain('href="/search?q=identity:bob"');
  });

  test('is found by sender, then by tripcode, then by name', () => {
    const all = { posterid: 's12', tripcode: '!Trip', name: 'evil' };
    expect(linkOf(all)).toContain('>Ann Lee<');
    expect(linkOf({ ...all, posterid: 's13' })).toContain('>bob<');
    // The same text as a tripcode does not match as a name.
    expect(linkOf({ name: '!Trip' })).toBeNull();
    expect(linkOf({ name: 'baker' })).toBeNull();
    expect(linkOf({})).toBeNull();
  });

  test('with a hostile name is shown as text', () => {
    expect(linkOf({ name: 'evil' })).not.toContain('<img');
  });
});

describe('a post’s file', () => {
  test('has a name, size, dimensions and a thumbnail with reserved space', () => {
    const markup = draw(aPost({ file: aFile() }));
    expect(markup).toContain('loaf.png</a>');
    expect(markup).toContain('2KiB, 800x600');
    expect(markup).toMatch(/<img[^>]* width="125" height="94" alt="Show loaf\.png" loading="lazy"/);
  });

  test('lists its facts in the language of the page', async () => {
    await setLanguage('ja');
    const markup = draw(aPost({ file: aFile({ url: null, status: 'gone' }) }));
    await setLanguage('en');
    expect(markup).toContain('<span class="file-facts">2KiB、800x600、');
  });

  test('a spoilered image is not loaded before it is revealed', () => {
    const markup = draw(aPost({ file: aFile({ spoiler: true }) }));
    expect(markup).not.toContain('<img');
    expect(markup).toContain('Show spoiler');
  });

  test('without a thumbnail, a notice takes its space', () => {
    expect(draw(aPost({ file: aFile({ thumb_url: null }) }))).toContain('No thumbnail');
    expect(draw(aPost({ file: aFile(), time_deleted_file: '2024-05-03T00:00:00.000Z' }))).toContain('File deleted');
  });

  test.each(['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.example/x.png'])(
    '%s is neither linked nor loaded',
    (url) => {
      const markup = draw(aPost({ file: aFile({ url, thumb_url: url }) }));
      expect(markup).not.toContain('<img');
      expect(markup).not.toContain(`href="${url}`);
    },
  );

  test('a thumbnail keeps its aspect ratio within the limit and is square if no size is known', () => {
    expect(thumbnailSize(aFile({ thumb_width: 250, thumb_height: 100 }), 125)).toEqual({ width: 125, height: 50 });
    expect(thumbnailSize(aFile({ thumb_width: 60, thumb_height: 40 }), 125)).toEqual({ width: 60, height: 40 });
    expect(thumbnailSize(aFile({ thumb_width: null, thumb_height: null, width: null, height: null }), 125)).toEqual({
      width: 125,
      height: 125,
    });
    expect(thumbnailSize(aFile({ thumb_width: 1, thumb_height: 9000 }), 125)).toEqual({ width: 1, height: 125 });
  });
});

describe('a hit', () => {
  test('links to the post in its thread, under the thread’s subject', () => {
    const markup = renderToStaticMarkup(<Hit hit={aHit({ thread_title: 'Rye' }, 'bread')} />);
    expect(markup).toContain('href="/ck/thread/100/#q101" data-function="quote" data-post="101">No.101</a>');
    expect(markup).toContain('href="/ck/thread/100#p101">Rye</a>');
  });

  test('marks subject, file name and comment by their own offsets', () => {
    const hit = aHit(
      {
        subject: 'rye bread',
        file: aFile({ name: 'bread' }),
        highlights: { subject: [[4, 9]], media_name: [[0, 5]], comment: [[0, 5]] },
      },
      'bread<br>bread',
    );
    const markup = renderToStaticMarkup(<Hit hit={hit} />);
    expect(markup).toContain('rye <mark>bread</mark>');
    expect(markup).toContain('<mark>bread</mark>.png');
    expect(markup).toContain('<mark>bread</mark><br/>bread');
  });

  test('is one line of text in the compact view, with its marks in place', () => {
    const hit = aHit({ highlights: { comment: [[4, 9]] } }, 'rye<br>bread');
    const markup = renderToStaticMarkup(<Hit hit={hit} isCompact />);
    expect(markup).toContain('rye <mark>bread</mark>');
    expect(markup).not.toContain('<br');
  });

  test('hostile names, subjects and file names stay text', () => {
    const payload = '"><img src=x onerror=alert(1)>';
    const hit = aHit(
      {
        name: payload,
        subject: payload,
        tripcode: payload,
        thread_subject: payload,
        thread_title: payload,
        file: aFile({ name: payload }),
      },
      '',
    );
    const markup = renderToStaticMarkup(<Hit hit={hit} />);
    expect(markup.match(/<img/g)).toHaveLength(1);
    expect(markup).not.toMatch(/<[^>"]*("[^"]*"[^>"]*)*\sonerror=/);
  });
});
