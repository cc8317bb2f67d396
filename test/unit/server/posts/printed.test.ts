/** Posts of a thread are printed without the contract's serialiser, and joined as bytes: both must be what JSON says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Post } from '../../../../mappings/contract/post.ts';
import { buildSerializer } from '../../../../server/http/plugins/serializers.ts';
import { presentPost } from '../../../../server/posts/present.ts';
import { bodyOf, join, PrintedPost } from '../../../../server/threads/printed-posts.ts';
import { emptyPost, fullPost } from '../posts.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\u0000', '\u001f', '\u2028', '\ud800', '\udfff', '茶', '<br>', '&gt;'),
  }),
);

test('whatever its texts are, a post of a thread is printed as its contract has it', () => {
  const serialize = buildSerializer({}, {})({ schema: Post, method: 'GET', url: '/', httpStatus: '200' });
  fc.assert(
    fc.property(fc.constantFrom(emptyPost, fullPost), texts, texts, (post, name, comment) => {
      const presented = presentPost({ ...post, name, subject: comment, comment, mediaName: name }, 'http://a.example');
      expect(JSON.stringify(presented)).toBe(serialize(presented));
    }),
  );
});

test('posts are joined to what JSON makes of them all, under a tag that tells them apart', () => {
  const tags = new Map<string, string>();
  fc.assert(
    fc.property(fc.array(texts), fc.array(texts), (first, second) => {
      const printed = [first, second].map((list) => list.map((text) => new PrintedPost(JSON.stringify(text))));
      const [a = [], b = []] = printed;
      const parts = ['{"a":[', a, '],"é":[', b, ']}'];
      const text = JSON.stringify({ a: first, é: second });
      expect(join(parts).toString()).toBe(text);
      const { body, etag } = bodyOf(parts);
      expect(body.toString()).toBe(text);
      expect(tags.get(etag) ?? text).toBe(text);
      tags.set(etag, text);
    }),
  );
});
