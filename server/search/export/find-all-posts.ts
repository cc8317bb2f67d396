import type { PostKey } from '../../../mappings/post.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { SearchContext } from '../context.ts';
import { UTC } from '../language/moment.ts';
import { openExport } from './open-export.ts';

/**
 * For bulk actions: finds every visible post that matches a query now, page by page.
 * @throws errors of `openExport`, before and while the posts are read
 */
export async function findAllPosts(
  context: SearchContext,
  q: string,
  request: RequestContext,
): Promise<AsyncIterable<readonly PostKey[]>> {
  const params = { q, scope: 'posts', sort: null, group: null, zone: UTC, cursor: null } as const;
  const { posts } = await openExport(context, params, request);
  return keysOf(posts);
}

async function* keysOf(
  pages: AsyncIterable<readonly { readonly post: PostKey }[]>,
): AsyncGenerator<readonly PostKey[]> {
  for await (const page of pages) yield page.map(({ post: { board, num, subnum } }) => ({ board, num, subnum }));
}
