import { expect, test } from 'vitest';
import { descriptionOf, previewHtml } from '../../../../server/rendering/link-preview.ts';
import { Site } from '../../../../server/shared/site.ts';

const site = new Site('https://a.example.org');
const preview = { type: 'website', path: '/g/', description: null, image: null, threads: [] } as const;

test('posters’ texts stay within their attributes', () => {
  const html = previewHtml(
    '"><script>alert(1)</script>',
    { ...preview, path: '/search?q="', description: '\'"<>&' },
    site,
  );
  expect(html).not.toMatch(/<script|q="">/);
  expect(html).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

test('addresses are absolute, and a page without a picture has none', () => {
  const html = previewHtml('g', { ...preview, image: '/media/thumbs/ab/ab/ab.jpg' }, site);
  expect(html).toContain('<link rel="canonical" href="https://a.example.org/g/">');
  expect(html).toContain('<meta property="og:image" content="https://a.example.org/media/thumbs/ab/ab/ab.jpg">');
  expect(previewHtml('g', preview, site)).not.toMatch(/og:image|og:description/);
});

test('the description is one line, cut between words', () => {
  const description = descriptionOf({ ...preview, description: `so\n it \t was ${'word '.repeat(90)}` });
  expect(description).toMatch(/^so it was word word/);
  expect(description.length).toBeLessThanOrEqual(251);
});
