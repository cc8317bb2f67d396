/** Threads and posts from Elasticsearch while PostgreSQL is unavailable, without the posts that the snapshot lists as hidden. */
import { postOfDocument, type PostSource } from '../../mappings/elasticsearch/document-post.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { Board } from '../../mappings/board.ts';
import type { Post } from '../../mappings/post.ts';
import { withinAnswer } from '../../mappings/text-limits.ts';
import { inThreadOrder } from '../../mappings/thread-order.ts';
import type { Post as PostView } from '../../mappings/contract/post.ts';
import type { Thread } from '../../mappings/contract/thread.ts';
import { archiveUnavailable } from '../../platform/postgres-errors.ts';
import { presentPost } from '../posts/present.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { ElasticsearchContext } from '../search/elasticsearch/send-search.ts';
import { readDocuments } from './read-documents.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import { withoutBannedFiles } from '../visibility/banned-files.ts';
import type { Visibility } from '../visibility/visible-posts.ts';

export interface Documents {
  readonly context: ElasticsearchContext;
  readonly visibility: Visibility;
  readonly boards: Pick<BoardDirectory, 'filesAtSource'>;
}

/**
 * The thread as it is in Elasticsearch. Never answers "not found": Elasticsearch may lack posts that PostgreSQL has, and clients delete
 * their copy of a thread that does not exist.
 * @throws UnavailableError if Elasticsearch lacks any post of the thread
 */
export async function threadOfDocuments(
  documents: Documents,
  board: Board,
  num: number,
  request: RequestContext,
): Promise<Thread> {
  const posts = await readPosts(documents, board, { term: { thread: num } }, request);
  if (posts.length === 0) throw archiveUnavailable();
  const rev = Math.max(...posts.map((post) => post.rev));
  return { board: board.name, num, posts: [...inThreadOrder(posts)], rev, source: 'elasticsearch', degraded: true };
}

/** @throws UnavailableError if Elasticsearch does not have the post. */
export async function postOfDocuments(
  documents: Documents,
  board: Board,
  num: number,
  subnum: number,
  request: RequestContext,
): Promise<PostView> {
  const id = documentId({ board: board.name, num, subnum });
  const [post] = await readPosts(documents, board, { ids: { values: [id] } }, request);
  if (post === undefined) throw archiveUnavailable();
  return post;
}

async function readPosts(
  { context, visibility, boards }: Documents,
  board: Board,
  filter: Readonly<Record<string, unknown>>,
  request: RequestContext,
): Promise<readonly PostView[]> {
  const documents = await readDocuments(context, board.name, filter, request);
  const visible = await visibility.visibleAmong(documents);
  const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
  const posts = documents.filter((document) => visible.has(documentId(document))).map(read);
  const shown = withinAnswer(await withoutBannedFiles(visibility, posts));
  return shown.map((post) => presentPost(post, atSource));
}

function read(document: PostSource): Post {
  const post = postOfDocument(document);
  // The document was indexed with a mapping that did not store whole posts.
  if (post === null) throw archiveUnavailable();
  return post;
}
