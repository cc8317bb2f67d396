/** Posts as their documents in Elasticsearch are; who may be shown is another's word. */
import type { Pool } from 'pg';
import { postOfDocument } from '../../../mappings/elasticsearch/document-post.ts';
import { documentId } from '../../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../../mappings/post.ts';
import type { BoardDirectory } from '../../boards/directory.ts';
import { ask, whereToAsk, type Engine } from '../execute/send-search.ts';
import { hydrate, type HydratedHit } from './read-rows.ts';
import type { SkeletonHit } from '../execute/fetch-hits.ts';
import type { Hydrated, Records } from './records.ts';
import type { Visibility } from '../../visibility/visible-posts.ts';

export interface DocumentRecordsOptions {
  readonly engine: Engine;
  readonly boards: BoardDirectory;
  readonly visibility: Visibility;
  /** Reads the rows of documents that are not whole; null while PostgreSQL is away. */
  readonly pool: Pool | null;
}

export function documentRecords(options: DocumentRecordsOptions): Records {
  const { visibility, pool } = options;
  return {
    source: 'elasticsearch',
    degraded: pool === null,
    needsDocuments: true,
    concealed: async (boards) => visibility.concealed(boards),
    hydrate: async (hits, signal) => new Reading(options).read(hits, signal),
  };
}

class Reading {
  readonly #options: DocumentRecordsOptions;

  constructor(options: DocumentRecordsOptions) {
    this.#options = options;
  }

  async read(hits: readonly SkeletonHit[], signal: AbortSignal): Promise<Hydrated> {
    if (hits.length === 0) return { hits: [], isWhole: true, isAnyConcealed: null };
    const { visibility, boards } = this.#options;
    const openers = openersOf(hits);
    const [visible, subjects, known, rows, concealed] = await Promise.all([
      visibility.visibleAmong([...hits.map(({ key }) => key), ...openers]),
      this.#subjects(openers, signal),
      boards.all(),
      this.#rowsOfOldDocuments(hits),
      visibility.concealed(null),
    ]);
    const mediaUrls = new Map(known.map((board) => [board.name, board.mediaUrl]));
    let isWhole = true;
    const shown = hits.flatMap((skeleton): HydratedHit[] => {
      if (!visible.has(skeleton.id)) return [];
      const post = skeleton.document === undefined ? null : postOfDocument(skeleton.document);
      const row = rows.get(skeleton.id);
      if (post === null) {
        isWhole &&= row !== undefined;
        return row === undefined ? [] : [row];
      }
      const opener = documentId({ board: post.board, num: post.thread, subnum: 0 });
      const threadSubject = post.opener ? post.subject : visible.has(opener) ? (subjects.get(opener) ?? null) : null;
      return [{ skeleton, post, mediaUrl: mediaUrls.get(post.board) ?? '', threadSubject }];
    });
    return { hits: shown, isWhole, isAnyConcealed: concealed.ids.length > 0 };
  }

  /** Subjects of opening posts, by id. Without some of them a page is still right. */
  async #subjects(openers: readonly PostKey[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    if (openers.length === 0) return new Map();
    const ids = openers.map(documentId);
    const boards = [...new Set(openers.map(({ board }) => board))];
    const answer = await ask(
      this.#options.engine,
      {
        ...whereToAsk(this.#options.engine, boards),
        query: { bool: { filter: [{ ids: { values: ids } }, { term: { state: 'visible' } }] } },
        size: ids.length,
        _source: ['subject'],
      },
      signal,
    );
    return new Map(
      answer.hits.hits.flatMap(({ _id: id = '', _source: source }): [string, string][] => {
        const { subject } = (source ?? {}) as { readonly subject?: string };
        return subject === undefined ? [] : [[id, subject]];
      }),
    );
  }

  async #rowsOfOldDocuments(hits: readonly SkeletonHit[]): Promise<ReadonlyMap<string, HydratedHit>> {
    const { pool, boards } = this.#options;
    const old = hits.filter(({ document }) => document?.['rest'] === undefined);
    const rows = pool === null ? [] : (await hydrate({ pool, boards }, old)).hits;
    return new Map(rows.map((row) => [row.skeleton.id, row]));
  }
}

/** Of the threads that the hits are in, where the hit does not open it itself. */
function openersOf(hits: readonly SkeletonHit[]): readonly PostKey[] {
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
