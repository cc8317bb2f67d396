/** quoted-by: the posts that a post links to. A post that is hidden or missing links to nothing. */
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { documentId, keyOfDocumentId } from '../../../mappings/elasticsearch/post-document.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentLinks } from '../../../mappings/comment/plain-text.ts';
import type { IndexHit } from '../execute/fetch-hits.ts';
import { searchTarget, sendSearch, type SearchCall, type SearchClient } from '../execute/send-search.ts';
import type { Records } from '../hydrate/records.ts';
import type { LinkedPost } from './resolved-conditions.ts';

/** Links of the post with this num on each of the boards. @throws UnavailableError, BusyError */
export async function findQuotedPosts(
  context: SearchClient & { readonly records: Records },
  boards: readonly string[],
  num: number,
  call: SearchCall,
): Promise<readonly LinkedPost[]> {
  const ids = boards.map((board) => documentId({ board, num, subnum: 0 }));
  const hits = context.records.needsDocuments
    ? await fetchDocuments(context, boards, ids, call)
    : ids.map((id) => hitOf(id));
  const { hits: posts } = await context.records.hydrate(hits, call);
  return posts.flatMap(({ post }) =>
    commentLinks(parseComment(post.comment ?? '').tokens).posts.map((link) => ({
      board: link.board ?? post.board,
      num: link.num,
    })),
  );
}

function hitOf(id: string, document?: PostSource): IndexHit {
  const hit = { id, key: keyOfDocumentId(id), sortValues: [], marked: {} };
  return document === undefined ? hit : { ...hit, document };
}

async function fetchDocuments(
  client: SearchClient,
  boards: readonly string[],
  ids: readonly string[],
  call: SearchCall,
): Promise<readonly IndexHit[]> {
  const body = { ...searchTarget(client, boards), query: { ids: { values: [...ids] } }, size: ids.length };
  const response = await sendSearch(client, body, call);
  return response.hits.hits.map(({ _id: id = '', _source: source }) => hitOf(id, source as PostSource));
}
