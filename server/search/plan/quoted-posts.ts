/** quoted-by: the posts that a post links to. A post that is hidden or missing links to nothing. */
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { documentId, keyOfDocumentId } from '../../../mappings/elasticsearch/post-document.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentLinks } from '../../../mappings/comment/plain-text.ts';
import type { IndexHit } from '../elasticsearch/index-hit.ts';
import { VISIBLE } from '../elasticsearch/clauses.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { searchTarget, sendSearch, type ElasticsearchContext } from '../elasticsearch/send-search.ts';
import type { Records } from '../hydrate/records.ts';
import type { LinkedPost } from './resolved-conditions.ts';

/** Links of the post with this num on each of the boards. @throws UnavailableError, and errors of `sendSearch` */
export async function findQuotedPosts(
  context: ElasticsearchContext & { readonly records: Records },
  boards: readonly string[],
  num: number,
  request: RequestContext,
): Promise<readonly LinkedPost[]> {
  const ids = boards.map((board) => documentId({ board, num, subnum: 0 }));
  const hits = context.records.needsDocuments
    ? await fetchDocuments(context, boards, ids, request)
    : ids.map((id) => hitOf(id));
  const { hits: posts } = await context.records.hydrate(hits, request);
  return posts.flatMap(({ post }) =>
    commentLinks(parseComment(post.comment ?? '').tokens).posts.map((link) => ({
      board: link.board ?? post.board,
      num: link.num,
    })),
  );
}

function hitOf(id: string, document?: PostSource): IndexHit {
  const hit = { id, key: keyOfDocumentId(id), index: null, sortValues: [] };
  return document === undefined ? hit : { ...hit, document };
}

async function fetchDocuments(
  context: ElasticsearchContext,
  boards: readonly string[],
  ids: readonly string[],
  request: RequestContext,
): Promise<readonly IndexHit[]> {
  const query = { bool: { filter: [{ ids: { values: [...ids] } }, VISIBLE] } };
  const body = { ...searchTarget(context, boards), query, size: ids.length };
  const response = await sendSearch(context, body, request);
  return response.hits.hits.map(({ _id: id = '', _source: source }) => hitOf(id, source as PostSource | undefined));
}
