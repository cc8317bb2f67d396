import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { PAGE, type ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { judge, placeOf, type FoundDocument, type IndexPlace } from './judge.ts';
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
  const candidates: string[] = [];
  let documents = 0;
  for (let at = window.after; at < to;) {
    const found = await ports.documents.written(index.name, at, to);
    candidates.push(...(await compareInFull(ports, index, epoch, found)));
    documents += found.length;
    at = found.length < PAGE ? to : (found.at(-1)?.seqNo ?? to);
  }
  return { documents, candidates };
}

/** Answers the ids of those that are not what their rows say now. */
export async function compareInFull(
  { rows }: Pick<ComparePorts, 'rows'>,
  index: IndexPlace,
  epoch: number,
  found: readonly FoundDocument[],
): Promise<readonly string[]> {
  const places = found.flatMap(({ id }) => placeOf(id, index) ?? []);
  const posts = new Map((await rows.rows(index.boardId, places)).map((post) => [documentId(post), post]));
  return found
    .filter((document) => judge(index, document.id, document, posts.get(document.id) ?? null, epoch) !== null)
    .map(({ id }) => id);
}
