/** The posts that a post links to, for `quoted-by:`. A post that is hidden or not there links to nothing. */
import type { estypes } from '@elastic/elasticsearch';
import type { PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { documentId, keyOfDocumentId } from '../../../mappings/elasticsearch/post-document.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentLinks } from '../../../mappings/comment/plain-text.ts';
import { ask, whereToAsk } from '../execute/send-search.ts';
import type { SearchHouse } from '../context.ts';
import type { SkeletonHit } from '../execute/fetch-hits.ts';

export interface LinkedPost {
  readonly board: string;
  readonly num: number;
}

/** Of the post with this num on each of the boards. @throws UnavailableError */
export async function quotedPosts(
  house: SearchHouse,
  boards: readonly string[],
  num: number,
  signal: AbortSignal,
): Promise<readonly LinkedPost[]> {
  const ids = boards.map((board) => documentId({ board, num, subnum: 0 }));
  const hits = house.records.needsDocuments ? await documents(house, boards, ids, signal) : ids.map((id) => aHit(id));
  const { hits: posts } = await house.records.hydrate(hits, signal);
  return posts.flatMap(({ post }) =>
    commentLinks(parseComment(post.comment ?? '').tokens).posts.map((link) => ({
      board: link.board ?? post.board,
      num: link.num,
    })),
  );
}

function aHit(id: string, document?: PostSource): SkeletonHit {
  const hit = { id, key: keyOfDocumentId(id), position: [], marked: {} };
  return document === undefined ? hit : { ...hit, document };
}

async function documents(
  house: SearchHouse,
  boards: readonly string[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly SkeletonHit[]> {
  const query: estypes.QueryDslQueryContainer = { ids: { values: [...ids] } };
  const answer = await ask(house, { ...whereToAsk(house, boards), query, size: ids.length }, signal);
  return answer.hits.hits.map(({ _id: id = '', _source: source }) => aHit(id, source as PostSource));
}
