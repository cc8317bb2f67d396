import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { Post } from '../../mappings/post.ts';
import { PAGE, type ElasticsearchDocuments, type FoundPage } from './elasticsearch-documents.ts';
import { isAsWritten, classify, placeOf, type IndexPlace } from './classify.ts';
import type { PostgresRows } from './postgres-rows.ts';

/** Compares documents with their rows in full, window by window. */
export interface ComparePorts {
  readonly rows: Pick<PostgresRows, 'rows' | 'between'>;
  readonly documents: Pick<ElasticsearchDocuments, 'written' | 'between'>;
}

/** The documents that one comparison covers. Plain data, because it is sent to worker threads. */
export type CompareWindow = WrittenWindow | NumsWindow;

/** The documents with sequence numbers above `from` and up to `to`. */
interface WrittenWindow {
  readonly by: 'written';
  readonly index: IndexPlace;
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The documents with nums from `from` up to, but excluding, `to`. They are adjacent in the index and in the table:
 * Elasticsearch decompresses each block once, and rows and documents are read at the same time.
 */
interface NumsWindow {
  readonly by: 'nums';
  readonly index: IndexPlace;
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}

export interface ComparedWindow {
  readonly documents: number;
  /** The number of documents or rows that were read, whichever is larger. */
  readonly read: number;
  /** Ids of documents that differ from their rows at first sight. */
  readonly candidates: readonly string[];
}

/** Compares windows, on this thread or on worker threads. */
export interface Comparison {
  /** How many windows to compare at the same time. */
  readonly concurrency: number;
  compare(window: CompareWindow): Promise<ComparedWindow>;
  close(): Promise<void>;
}

export async function compareWindow(ports: ComparePorts, window: CompareWindow): Promise<ComparedWindow> {
  return window.by === 'nums' ? compareNums(ports, window) : compareWritten(ports, window);
}

async function compareNums(ports: ComparePorts, window: NumsWindow): Promise<ComparedWindow> {
  const { index, epoch, from, to } = window;
  const [first, rows] = await Promise.all([
    ports.documents.between(index, from, to, -1),
    ports.rows.between(index.boardId, from, to, PAGE),
  ]);
  if (rows === null && to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    const low = await compareNums(ports, { ...window, to: middle });
    const high = await compareNums(ports, { ...window, from: middle });
    return {
      documents: low.documents + high.documents,
      read: low.read + high.read,
      candidates: [...low.candidates, ...high.candidates],
    };
  }
  const posts = rows === null ? null : byDocumentId(rows);
  const candidates: string[] = [];
  let documents = 0;
  for (let page = first; ;) {
    const compared = await comparePage(ports, index, epoch, page, posts);
    candidates.push(...compared.candidates);
    documents += compared.documents;
    if (compared.documents < PAGE) return { documents, read: Math.max(documents, posts?.size ?? PAGE), candidates };
    page = await ports.documents.between(index, from, to, compared.lastSeqNo);
  }
}

async function compareWritten(ports: ComparePorts, { index, epoch, from, to }: WrittenWindow): Promise<ComparedWindow> {
  const readPage = (after: number): Promise<FoundPage> => {
    const page = ports.documents.written(index, after, to);
    // Never awaited when comparing the page before it fails; its own failure must not end the process.
    page.catch(() => undefined);
    return page;
  };
  const candidates: string[] = [];
  let documents = 0;
  let at = from;
  let next = at < to ? readPage(at) : null;
  while (next !== null) {
    const page = await next;
    // Requests the next page while this one is compared. The raw text may give a wrong start for it; the comparison
    // returns the right one.
    const ahead = (page.raw?.length === PAGE ? page.raw.at(-1)?.seqNo : undefined) ?? to;
    const early = ahead < to ? readPage(ahead) : null;
    const compared = await comparePage(ports, index, epoch, page, null);
    candidates.push(...compared.candidates);
    documents += compared.documents;
    at = compared.documents < PAGE ? to : compared.lastSeqNo;
    if (at >= to) next = null;
    else next = at === ahead ? early : readPage(at);
  }
  return { documents, read: documents, candidates };
}

export interface ComparedPage {
  readonly documents: number;
  readonly candidates: readonly string[];
  /** -1 for an empty page. */
  readonly lastSeqNo: number;
}

/** Compares one page of documents. `known` are their rows by document id; null when the rows must be read. */
export async function comparePage(
  { rows }: { readonly rows: Pick<PostgresRows, 'rows'> },
  index: IndexPlace,
  epoch: number,
  page: FoundPage,
  known: ReadonlyMap<string, Post> | null,
): Promise<ComparedPage> {
  const { raw } = page;
  const postsOf = async (found: readonly { readonly id: string }[]) =>
    known ??
    byDocumentId(
      await rows.rows(
        index.boardId,
        found.flatMap(({ id }) => placeOf(id, index) ?? []),
      ),
    );
  if (raw !== null) {
    const posts = await postsOf(raw);
    if (raw.every((hit) => isAsWritten(index, hit, posts.get(hit.id) ?? null, epoch))) {
      return { candidates: [], documents: raw.length, lastSeqNo: raw.at(-1)?.seqNo ?? -1 };
    }
  }
  const found = page.parse();
  const posts = await postsOf(found);
  const differing = found.filter((document) => {
    const post = posts.get(document.id) ?? null;
    return classify(index, document.id, document, post, epoch) !== null;
  });
  return { candidates: differing.map(({ id }) => id), documents: found.length, lastSeqNo: found.at(-1)?.seqNo ?? -1 };
}

export function byDocumentId(posts: readonly Post[]): ReadonlyMap<string, Post> {
  return new Map(posts.map((post) => [documentId(post), post]));
}
