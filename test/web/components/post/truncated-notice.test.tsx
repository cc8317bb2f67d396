import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Post } from '../../../../web/src/components/post/post.tsx';
import { setLanguage } from '../../../../web/src/lib/messages.ts';
import { aPost } from '../../posts.ts';

afterEach(async () => setLanguage('en'));

const draw = (post: ReturnType<typeof aPost>) =>
  renderToStaticMarkup(<Post post={post} quotedBy={[]} isTarget={false} />);

test.each([
  ['en', 'This comment is longer than what is shown here.', 'Read all of its text'],
  ['de', 'Dieser Kommentar ist länger als hier gezeigt.', 'Ganzen Text lesen'],
  ['ja', 'この本文は長いため、途中まで表示しています。', '本文をすべて読む'],
] as const)('below a truncated comment is a link to the full text (%s)', async (language, notice, link) => {
  await setLanguage(language);
  const markup = draw(aPost({ comment_truncated: true }));
  expect(markup).toContain(notice);
  expect(markup).toContain(`<a href="/api/v1/boards/ck/posts/101/comment">${link}</a>`);
});

test('a ghost post is named by both its numbers, and a whole comment has no notice', () => {
  expect(draw(aPost({ comment_truncated: true, subnum: 2 }))).toContain('/posts/101/comment?subnum=2"');
  expect(draw(aPost())).not.toContain('comment-truncated');
});
