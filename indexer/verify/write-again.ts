/**
 * For indices that do not store documents: each document that was written to one is written again from its row, because there is nothing
 * to compare it with and its checksums may belong to other content.
 */
import { toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { byDocumentId } from './compare-windows.ts';
import { PAGE, type DocumentToWrite, type ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { classify, placeOf, type FoundDocument, type IndexPlace } from './classify.ts';
import type { PostgresRows } from './postgres-rows.ts';
import { SeqNos } from './seq-nos.ts';

/** A little less than a page, so that few windows need two. */
const WINDOW_DOCUMENTS = 0.9 * PAGE;
const MAX_WINDOW = 10_000_000;
const SAMPLED = 200;
/** Characters of one bulk request. */
const MAX_BODY = 4_000_000;

export interface WriteAgainPorts {
  readonly rows: Pick<PostgresRows, 'rows'>;
  readonly documents: Pick<ElasticsearchDocuments, 'fixedFieldsWritten' | 'writeAgain' | 'delete'>;
  pace(): Promise<void>;
}

export interface WrittenAgain {
  /** Ids of documents that differ from their rows in what can be read of them. */
  readonly candidates: readonly string[];
  /** The other documents. They were written again, if that was requested. */
  readonly others: number;
  /** The last sequence number that was checked. */
  readonly at: number;
}

export class WriteAgain {
  readonly #ports: WriteAgainPorts;
  readonly #index: IndexPlace;
  readonly #epoch: number;
  /** Sequence numbers of the documents that this pass wrote: they are known to match their rows. */
  readonly #own = new SeqNos();
  /** One of `SAMPLED` such numbers. */
  #sample: FoundDocument[] = [];
  #written = 0;

  constructor(ports: WriteAgainPorts, index: IndexPlace, epoch: number) {
    this.#ports = ports;
    this.#index = index;
    this.#epoch = epoch;
  }

  /**
   * Goes through the documents with sequence numbers above `first` and up to `end`, in windows: without them, each page would
   * sort all remaining documents.
   */
  async *run([first, end]: readonly [number, number], writes: boolean): AsyncGenerator<WrittenAgain> {
    let width = PAGE;
    for (let from = first; from < end;) {
      const to = Math.min(from + width, end);
      const candidates: string[] = [];
      let [at, read, others] = [from, 0, 0];
      let next = this.#readPage(at, to);
      while (at < to) {
        await this.#ports.pace();
        const page = await next;
        at = page.length < PAGE ? to : (page.at(-1)?.seqNo ?? to);
        // The next page, which is read while this page is written.
        if (at < to) next = this.#readPage(at, to);
        const foreign = page.filter(({ seqNo }) => !this.#own.has(seqNo));
        const compared = await this.#writePage(foreign, writes);
        candidates.push(...compared.candidates);
        others += compared.others;
        read += page.length;
      }
      // The window grows if many sequence numbers were overwritten.
      const grown = Math.ceil(width * Math.min(2, WINDOW_DOCUMENTS / Math.max(read, 1)));
      width = Math.min(MAX_WINDOW, Math.max(PAGE, grown));
      yield { candidates, others, at: to };
      from = to;
    }
  }

  /**
   * Writes a sample of the documents once more: every segment of some size then has an overwritten document, so that a forced merge
   * includes it.
   */
  async touchSegments(): Promise<void> {
    const sample = this.#sample;
    this.#sample = [];
    for (let at = 0; at < sample.length; at += PAGE) await this.#writePage(sample.slice(at, at + PAGE), true);
  }

  #readPage(after: number, to: number): Promise<readonly FoundDocument[]> {
    const page = this.#ports.documents.fixedFieldsWritten(this.#index, after, to);
    // Never awaited when the previous page fails; its own failure must not end the process.
    page.catch(() => undefined);
    return page;
  }

  async #writePage(page: readonly FoundDocument[], writes: boolean): Promise<Omit<WrittenAgain, 'at'>> {
    const { rows } = this.#ports;
    const index = this.#index;
    const posts = byDocumentId(
      await rows.rows(
        index.boardId,
        page.flatMap(({ id }) => placeOf(id, index) ?? []),
      ),
    );
    const candidates: string[] = [];
    const same: FoundDocument[] = [];
    const toWrite: DocumentToWrite[] = [];
    for (const document of page) {
      const { id, version } = document;
      const post = posts.get(id) ?? null;
      if (post === null || classify(index, id, document, post, this.#epoch) !== null) {
        candidates.push(id);
        continue;
      }
      same.push(document);
      // Uses the document's own version, so that a newer one that was written since stays.
      if (writes) {
        const source = JSON.stringify(toPostDocument(post, index.boardId, { hasDocuments: false }));
        toWrite.push({ id, version, source });
      }
    }
    for (let start = 0; start < toWrite.length;) {
      const end = endWithin(toWrite, start);
      const refused = await this.#write(toWrite.slice(start, end), same.slice(start, end));
      candidates.push(...refused);
      start = end;
    }
    return { candidates, others: same.length };
  }

  /**
   * Deletes documents that Elasticsearch does not accept again: the row is then missing from the index, and is quarantined. Returns their
   * ids.
   */
  async #write(toWrite: readonly DocumentToWrite[], found: readonly FoundDocument[]): Promise<readonly string[]> {
    const { documents } = this.#ports;
    const outcomes = await documents.writeAgain(this.#index.name, toWrite);
    const refused: string[] = [];
    for (const [place, outcome] of outcomes.entries()) {
      const document = found[place];
      if (typeof outcome === 'number') {
        this.#own.add(outcome);
        if (document !== undefined && this.#written++ % SAMPLED === 0) this.#sample.push(document);
      }
      if (outcome !== 'refused' || document === undefined) continue;
      await documents.delete(this.#index.name, document);
      refused.push(document.id);
    }
    return refused;
  }
}

/** The end of the longest run of documents from `start` that fits one request; at least one. */
function endWithin(documents: readonly DocumentToWrite[], start: number): number {
  let [end, length] = [start + 1, documents[start]?.source.length ?? 0];
  while (end < documents.length && (length += documents[end]?.source.length ?? 0) <= MAX_BODY) end++;
  return end;
}
