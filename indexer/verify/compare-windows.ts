import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { Post } from '../../mappings/post.ts';
import { PAGE, type ElasticsearchDocuments, type FoundPage } from './elasticsearch-documents.ts';
import { isAsWritten, judge, placeOf, type IndexPlace } from './judge.ts';
import type { PostgresRows } from './postgres-rows.ts';

export interface ComparePorts {
  readonly rows: Pick<PostgresRows, 'rows' | 'between'>;
  readonly documents: Pick<ElasticsearchDocuments, 'written' | 'between'>;
}

/** Documents of an index to be compared at once. Plain data: it goes from thread to thread. */
export type CompareWindow = WrittenWindow | NumsWindow;

/** What was written above one sequence number and up to another. */
interface WrittenWindow {
  readonly by: 'written';
  readonly index: IndexPlace;
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}

/**
 * All from one num up to, not including, another. They lie side by side in the index and in the table: Elasticsearch
 * unpacks each block of them once, and the rows need not wait for the documents.
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
  /** The larger number of documents and of rows that were read together. */
  readonly read: number;
  /** Ids of those that are not what their rows say, at first sight. */
  readonly candidates: readonly string[];
}

/** Who compares windows in full, and how many at once. */
export interface Comparison {
  readonly width: number;
  compare(window: CompareWindow): Promise<ComparedWindow>;
  close(): Promise<void>;
}

export async function compareWindow(ports: ComparePorts, window: CompareWindow): Promise<ComparedWindow> {
  return window.by === 'nums' ? compareNums(ports, window) : compareWritten(ports, window);
}

async function compareNums(ports: ComparePorts, window: NumsWindow): Promise<ComparedWindow> {
  const { index, epoch, from, to } = window;
  const [first, rows] = await Promise.all([
    ports.documents.between(index.name, from, to, -1),
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
  const posts = rows === null ? null : byId(rows);
  const candidates: string[] = [];
  let documents = 0;
  for (let page = first; ;) {
    const compared = await comparePage(ports, index, epoch, page, posts);
    candidates.push(...compared.candidates);
    documents += compared.documents;
    if (compared.documents < PAGE) return { documents, read: Math.max(documents, posts?.size ?? PAGE), candidates };
    page = await ports.documents.between(index.name, from, to, compared.lastSeqNo);
  }
}

async function compareWritten(ports: ComparePorts, { index, epoch, from, to }: WrittenWindow): Promise<ComparedWindow> {
  const ask = (after: number): Promise<FoundPage> => {
    const page = ports.documents.written(index.name, after, to);
    // Nobody waits for it when the page before it cannot be compared.
    page.catch(() => undefined);
    return page;
  };
  const candidates: string[] = [];
  let documents = 0;
  let at = from;
  let next = at < to ? ask(at) : null;
  while (next !== null) {
    const page = await next;
    // The next page is on its way while this one is compared. Where it begins a text may tell wrongly, which comparing shows.
    const ahead = (page.texts?.length === PAGE ? page.texts.at(-1)?.seqNo : undefined) ?? to;
    const early = ahead < to ? ask(ahead) : null;
    const compared = await comparePage(ports, index, epoch, page, null);
    candidates.push(...compared.candidates);
    documents += compared.documents;
    at = compared.documents < PAGE ? to : compared.lastSeqNo;
    if (at >= to) next = null;
    else next = at === ahead ? early : ask(at);
  }
  return { documents, read: documents, candidates };
}

export interface ComparedPage {
  readonly documents: number;
  readonly candidates: readonly string[];
  /** -1 for an empty page. */
  readonly lastSeqNo: number;
}

/** `known` are rows by the ids of their documents; null where they are still to be read. */
export async function comparePage(
  { rows }: { readonly rows: Pick<PostgresRows, 'rows'> },
  index: IndexPlace,
  epoch: number,
  page: FoundPage,
  known: ReadonlyMap<string, Post> | null,
): Promise<ComparedPage> {
  const { texts } = page;
  const postsOf = async (found: readonly { readonly id: string }[]) =>
    known ??
    byId(
      await rows.rows(
        index.boardId,
        found.flatMap(({ id }) => placeOf(id, index) ?? []),
      ),
    );
  if (texts !== null) {
    const posts = await postsOf(texts);
    if (texts.every((text) => isAsWritten(index, text, posts.get(text.id) ?? null, epoch))) {
      return { candidates: [], documents: texts.length, lastSeqNo: texts.at(-1)?.seqNo ?? -1 };
    }
  }
  const found = page.parse();
  const posts = await postsOf(found);
  const odd = found.filter((document) => {
    const post = posts.get(document.id) ?? null;
    return judge(index, document.id, document, post, epoch) !== null;
  });
  return { candidates: odd.map(({ id }) => id), documents: found.length, lastSeqNo: found.at(-1)?.seqNo ?? -1 };
}

function byId(posts: readonly Post[]): ReadonlyMap<string, Post> {
  return new Map(posts.map((post) => [documentId(post), post]));
}
