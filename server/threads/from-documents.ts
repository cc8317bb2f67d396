/** Threads and posts from Elasticsearch while PostgreSQL is unavailable, without the posts that the snapshot lists as hidden. */
import { postOfDocument, type PostSource } from '../../mappings/elasticsearch/document-post.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { Board } from '../../mappings/board.ts';
import type { Post as PostView } from '../../mappings/contract/post.ts';
import type { Thread } from '../../mappings/contract/thread.ts';
import { archiveUnavailable } from '../../platform/postgres-errors.ts';
import { presentPost } from '../posts/present.ts';
import type { SearchCall, SearchClient } from '../search/execute/send-search.ts';
import { readDocuments } from '../search/execute/read-documents.ts';
import type { Visibility } from '../visibility/visible-posts.ts';

export interface Documents {
  readonly client: SearchClient;
  readonly visibility: Visibility;
}

/**
 * @throws UnavailableError instead of an incomplete thread or "not found": PostgreSQL may have posts that Elasticsearch lacks, and a
 * client that is told that a thread is gone forgets it.
 */
export async function threadOfDocuments(
  documents: Documents,
  board: Board,
  num: number,
  call: SearchCall,
): Promise<Thread> {
  const posts = await read(documents, board, { term: { thread: num } }, call);
  if (posts.length === 0) throw archiveUnavailable();
  const rev = Math.max(...posts.map((post) => post.rev));
  return { board: board.name, num, posts: [...posts], rev, source: 'elasticsearch', degraded: true };
}

/** @throws UnavailableError as `threadOfDocuments` does */
export async function postOfDocuments(
  documents: Documents,
  board: Board,
  num: number,
  subnum: number,
  call: SearchCall,
): Promise<PostView> {
  const id = documentId({ board: board.name, num, subnum });
  const [post] = await read(documents, board, { ids: { values: [id] } }, call);
  if (post === undefined) throw archiveUnavailable();
  return post;
}

async function read(
  { client, visibility }: Documents,
  board: Board,
  filter: Readonly<Record<string, unknown>>,
  call: SearchCall,
): Promise<readonly PostView[]> {
  const documents = await readDocuments(client, board.name, filter, call);
  const visible = await visibility.visibleAmong(documents);
  return documents.filter((document) => visible.has(documentId(document))).map((document) => present(document, board));
}

function present(document: PostSource, board: Board): PostView {
  const post = postOfDocument(document);
  // The document was indexed by a mapping that did not store whole posts.
  if (post === null) throw archiveUnavailable();
  return presentPost(post, board.mediaUrl);
}
