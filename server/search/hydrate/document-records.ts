/** Reads posts from their documents in Elasticsearch. `Visibility` decides which of them may be shown. */
import type { Pool } from 'pg';
import { postOfDocument, type PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { PartialReason } from '../../../mappings/contract/partial.ts';
import type { Post, PostKey } from '../../../mappings/post.ts';
import type { BoardDirectory } from '../../boards/directory.ts';
import { withoutBannedFiles } from '../../visibility/banned-files.ts';
import type { Visibility } from '../../visibility/visible-posts.ts';
import type { IndexHit } from '../elasticsearch/index-hit.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { notePartial, searchTarget, sendSearch, type ElasticsearchContext } from '../elasticsearch/send-search.ts';
import { VISIBLE } from '../elasticsearch/clauses.ts';
import { OPENING_CHARACTERS, readRows, titleOfThread, type HydratedHit } from './read-rows.ts';
import type { HydratedPage, Records } from './records.ts';

export interface DocumentRecordsOptions {
  readonly context: ElasticsearchContext;
  readonly boards: BoardDirectory;
  readonly visibility: Visibility;
  /** Reads the rows of hits without a whole document: of an index of ids, or of an old mapping. null while PostgreSQL is unavailable. */
  readonly pool: Pool | null;
}

export function documentRecords(options: DocumentRecordsOptions): Records {
  const { visibility, pool } = options;
  return {
    source: 'elasticsearch',
    degraded: pool === null,
    needsDocuments: true,
    pendingHides: async (boards) => visibility.pendingHides(boards),
    hydrate: async (hits, request) => hydrateDocuments(options, hits, request),
  };
}

async function hydrateDocuments(
  options: DocumentRecordsOptions,
  hits: readonly IndexHit[],
  request: RequestContext,
): Promise<HydratedPage> {
  if (hits.length === 0) return { hits: [], source: 'elasticsearch', complete: true, hasPendingHides: null };
  const { visibility, boards } = options;
  const stored = hits.flatMap(({ id, document }) => {
    const post = document === undefined ? null : postOfDocument(document);
    return post === null ? [] : [{ id, post }];
  });
  const readable = new Set(stored.map(({ id }) => id));
  const withoutPost = hits.filter(({ id }) => !readable.has(id));
  const openers = openersOf(hits);
  const [visible, openings, atSource, rows, hides, shownPosts] = await Promise.all([
    visibility.visibleAmong([...hits.map(({ key }) => key), ...openers]),
    fetchOpenings(options.context, openers, request),
    boards.filesAtSource(),
    readRowsInstead(options, withoutPost),
    visibility.pendingHides(null),
    withoutBannedFiles(
      visibility,
      stored.map(({ post }) => post),
    ),
  ]);
  const posts = new Map(stored.map(({ id }, at) => [id, shownPosts[at]]));
  const unread: IndexHit[] = [];
  const shown = hits.flatMap((hit): HydratedHit[] => {
    if (!visible.has(hit.id)) return [];
    const post = posts.get(hit.id);
    if (post === undefined) {
      const row = rows.get(hit.id);
      if (row === undefined) unread.push(hit);
      return row === undefined ? [] : [row];
    }
    const opener = documentId({ board: post.board, num: post.thread, subnum: 0 });
    const opening = post.opener ? openingOf(post) : visible.has(opener) ? openings.get(opener) : undefined;
    const { subject = null, title = null } = opening ?? {};
    return [{ hit, post, atSource: atSource.get(post.board) ?? null, threadSubject: subject, threadTitle: title }];
  });
  notePartial(options.context, reasonsOf(unread), request);
  return {
    hits: shown,
    source: rows.size > 0 ? 'postgres' : 'elasticsearch',
    complete: unread.length === 0,
    hasPendingHides: hides.ids.length > 0,
  };
}

/** The reasons why these hits could not be read. Elasticsearch returns no documents from an index without them. */
function reasonsOf(unread: readonly IndexHit[]): readonly PartialReason[] {
  const boards = new Set(unread.filter(({ document }) => document === undefined).map(({ key }) => key.board));
  return [
    ...(boards.size > 0 ? [{ reason: 'documents_missing' as const, boards: [...boards] }] : []),
    ...(unread.some(({ document }) => document !== undefined)
      ? [{ reason: 'post_unreadable' as const, boards: [] }]
      : []),
  ];
}

interface Opening {
  readonly subject: string | null;
  readonly title: string | null;
}

function openingOf({ subject, comment }: Pick<Post, 'subject' | 'comment'>): Opening {
  return { subject, title: titleOfThread(subject, comment?.slice(0, OPENING_CHARACTERS) ?? null) };
}

/** Subjects and titles by the document id of the opening post. A page is still correct without some of them. */
async function fetchOpenings(
  context: ElasticsearchContext,
  openers: readonly PostKey[],
  request: RequestContext,
): Promise<ReadonlyMap<string, Opening>> {
  if (openers.length === 0) return new Map();
  const ids = openers.map(documentId);
  const boards = [...new Set(openers.map(({ board }) => board))];
  const response = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: { bool: { filter: [{ ids: { values: ids } }, VISIBLE] } },
      size: ids.length,
    },
    request,
  );
  return new Map(
    response.hits.hits.flatMap(({ _id: id = '', _source: source }): [string, Opening][] => {
      const post = source === undefined ? null : postOfDocument(source as PostSource);
      if (post !== null) return [[id, openingOf(post)]];
      const { subject = null } = (source ?? {}) as { readonly subject?: string };
      return subject === null ? [] : [[id, { subject, title: subject }]];
    }),
  );
}

/** Rows of hits whose document does not contain the whole post. Empty while PostgreSQL is unavailable. */
async function readRowsInstead(
  { pool, boards }: DocumentRecordsOptions,
  hits: readonly IndexHit[],
): Promise<ReadonlyMap<string, HydratedHit>> {
  const rows = pool === null ? [] : (await readRows({ pool, boards }, hits)).hits;
  return new Map(rows.map((row) => [row.hit.id, row]));
}

/** Opening posts of the hits' threads, except where the hit itself is one. */
function openersOf(hits: readonly IndexHit[]): readonly PostKey[] {
  const replies = hits.flatMap(({ document }) =>
    document === undefined || document['opener'] === true ? [] : [document],
  );
  const keys = replies.map((document): PostKey => ({
    board: document.board,
    num: document['thread'] as number,
    subnum: 0,
  }));
  return [...new Map(keys.filter(({ num }) => num > 0).map((key) => [documentId(key), key])).values()];
}
