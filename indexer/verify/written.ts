import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { PAGE, type ElasticsearchDocuments, type FoundPage } from './elasticsearch-documents.ts';
import { isAsWritten, judge, placeOf, type IndexPlace } from './judge.ts';
import type { PostgresRows } from './postgres-rows.ts';

export interface ComparePorts {
  readonly rows: Pick<PostgresRows, 'rows'>;
  readonly documents: Pick<ElasticsearchDocuments, 'written'>;
}

/** What was written to an index above one sequence number and up to another. Plain data: it goes from thread to thread. */
export interface WrittenWindow {
  readonly index: IndexPlace;
  readonly epoch: number;
  readonly after: number;
  readonly to: number;
}

export interface ComparedWindow {
  readonly documents: number;
  /** Ids of those that are not what their rows say, at first sight. */
  readonly candidates: readonly string[];
}

/** Who compares windows in full, and how many at once. */
export interface Comparison {
  readonly width: number;
  compare(window: WrittenWindow): Promise<ComparedWindow>;
  close(): Promise<void>;
}

export async function compareWritten(ports: ComparePorts, window: WrittenWindow): Promise<ComparedWindow> {
  const { index, epoch, to } = window;
  const ask = (after: number): Promise<FoundPage> => {
    const page = ports.documents.written(index.name, after, to);
    // Nobody waits for it when the page before it cannot be compared.
    page.catch(() => undefined);
    return page;
  };
  const candidates: string[] = [];
  let documents = 0;
  let at = window.after;
  let next = at < to ? ask(at) : null;
  while (next !== null) {
    const page = await next;
    // The next page is on its way while this one is compared. Where it begins a text may tell wrongly, which comparing shows.
    const ahead = (page.texts?.length === PAGE ? page.texts.at(-1)?.seqNo : undefined) ?? to;
    const early = ahead < to ? ask(ahead) : null;
    const compared = await comparePage(ports, index, epoch, page);
    candidates.push(...compared.candidates);
    documents += compared.documents;
    at = compared.documents < PAGE ? to : compared.lastSeqNo;
    if (at >= to) next = null;
    else next = at === ahead ? early : ask(at);
  }
  return { documents, candidates };
}

export interface ComparedPage extends ComparedWindow {
  /** -1 for an empty page. */
  readonly lastSeqNo: number;
}

export async function comparePage(
  { rows }: Pick<ComparePorts, 'rows'>,
  index: IndexPlace,
  epoch: number,
  page: FoundPage,
): Promise<ComparedPage> {
  const { texts } = page;
  const postsOf = async (found: readonly { readonly id: string }[]) => {
    const places = found.flatMap(({ id }) => placeOf(id, index) ?? []);
    return new Map((await rows.rows(index.boardId, places)).map((post) => [documentId(post), post]));
  };
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
