/** Threads are printed without the contract's serializer, and must equal its output. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Post } from '../../../../mappings/contract/post.ts';
import { buildSerializer } from '../../../../server/http/plugins/serializers.ts';
import { presentPost } from '../../../../server/posts/present.ts';
import { emptyPost, fullPost } from '../posts.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\u0000', '\u001f', '\u2028', '\ud800', '\udfff', '茶', '<br>', '&gt;'),
  }),
);

test('any post is printed as the serializer of its schema would', () => {
  const serialize = buildSerializer({}, {})({ schema: Post, method: 'GET', url: '/', httpStatus: '200' });
  fc.assert(
    fc.property(fc.constantFrom(emptyPost, fullPost), texts, texts, (post, name, comment) => {
      const presented = presentPost({ ...post, name, subject: comment, comment, mediaName: name }, null);
      expect(JSON.stringify(presented)).toBe(serialize(presented));
    }),
  );
});
