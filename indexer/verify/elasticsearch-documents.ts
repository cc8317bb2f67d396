import { CHECK_RANGE } from '../../mappings/checksum.ts';
import { FIXED_FIELDS } from '../../mappings/elasticsearch/post-document.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { UnavailableError } from '../../platform/errors.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { requestText } from './raw-hits.ts';
import type { FoundDocument, IndexPlace } from './classify.ts';
import type { RangeSums } from './verification.ts';
import { cutHits, type RawHit } from './raw-hits.ts';

/** Documents per request: the `max_result_window` of the indices. */
export const PAGE = 1_000;
const TIMEOUT_MS = 60_000;

export interface IndexSnapshot {
  readonly uuid: string;
  /** Every copy of the index has all writes up to this sequence number. */
  readonly checkpoint: number;
}

/** The numbers of a document, read from the index's columns instead of its source. */
export interface DocumentNumbers {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly rev: number | undefined;
  readonly h1: number | undefined;
  readonly h2: number | undefined;
}

/** The documents of one search response. */
export interface FoundPage {
  /**
   * The hits, read without parsing, which is nearly always enough. They are reliable only if all of them equal the documents
   * of their rows; otherwise call `parse`. null when the response has an unexpected form.
   */
  readonly raw: readonly RawHit[] | null;
  parse(): readonly FoundDocument[];
}

/** A document for an index that already has it, with the same version. */
export interface DocumentToWrite {
  readonly id: string;
  readonly version: number;
  /** The document as JSON. */
  readonly source: string;
}

interface Hit {
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source?: Record<string, unknown>;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
}

interface SearchAnswer {
  readonly hits: { readonly hits: readonly Hit[] };
  readonly aggregations?: {
    readonly ranges?: {
      readonly buckets: readonly {
        readonly key: number;
        readonly doc_count: number;
        readonly h1: { readonly value: number };
        readonly h2: { readonly value: number };
      }[];
    };
    readonly first?: { readonly value: number | null };
    readonly last?: { readonly value: number | null };
  };
}

/** Reads the documents of an index for a verification. Every call throws UnavailableError when Elasticsearch is unavailable. */
export class ElasticsearchDocuments {
  readonly #client: Elasticsearch;
  readonly #monitor: StoreMonitor;

  constructor(client: Elasticsearch, monitor: StoreMonitor) {
    this.#client = client;
    this.#monitor = monitor;
  }

  /** Reads the index's uuid and checkpoint, then makes all writes up to the checkpoint visible to searches. */
  async readState(index: string): Promise<IndexSnapshot> {
    const stats = await this.#call((client) =>
      client.indices.stats({ index, level: 'shards', metric: ['docs'] }, { requestTimeout: TIMEOUT_MS }),
    );
    const found = stats.indices?.[index];
    const copies = Object.values(found?.shards ?? {}).flat() as {
      readonly routing?: { readonly primary?: boolean };
      readonly seq_no?: { readonly global_checkpoint?: number };
    }[];
    const primary = copies.find((copy) => copy.routing?.primary === true);
    await this.refresh(index);
    return { uuid: found?.uuid ?? '', checkpoint: primary?.seq_no?.global_checkpoint ?? -1 };
  }

  async refresh(index: string): Promise<void> {
    await this.#call((client) => client.indices.refresh({ index }, { requestTimeout: TIMEOUT_MS }));
  }

  /** Sums by range number, of the documents with nums from `from` up to, but excluding, `to`. */
  async sums(index: Place, from: number, to: number): Promise<ReadonlyMap<number, RangeSums>> {
    const answer = await this.#search(index.name, {
      size: 0,
      query: ofBoard(index, numsBetween(from, to)),
      aggs: {
        ranges: {
          histogram: { field: 'num', interval: CHECK_RANGE, min_doc_count: 1 },
          aggs: { h1: { sum: { field: 'h1' } }, h2: { sum: { field: 'h2' } } },
        },
      },
    });
    const buckets = answer.aggregations?.ranges?.buckets ?? [];
    return new Map(
      buckets.map(({ key, doc_count, h1, h2 }) => [
        Math.round(key / CHECK_RANGE),
        { documents: doc_count, h1: h1.value, h2: h2.value },
      ]),
    );
  }

  /** The lowest and highest num of the documents from `from` up to, but excluding, `to`; null without documents. */
  async bounds(index: Place, from: number, to: number): Promise<readonly [number, number] | null> {
    const { aggregations } = await this.#search(index.name, {
      size: 0,
      query: ofBoard(index, numsBetween(from, to)),
      aggs: { first: { min: { field: 'num' } }, last: { max: { field: 'num' } } },
    });
    const first = aggregations?.first?.value ?? null;
    const last = aggregations?.last?.value ?? null;
    return first === null || last === null ? null : [first, last];
  }

  /** Yields all documents with nums from `from` up to, but excluding, `to`, whatever their ids, page by page. */
  async *numbers(index: Place, from: number, to: number): AsyncGenerator<readonly DocumentNumbers[]> {
    for await (const hits of this.#pages(index.name, ofBoard(index, numsBetween(from, to)), {
      _source: false,
      docvalue_fields: ['rev', 'h1', 'h2'],
    })) {
      yield hits.map(({ _id: id, _version: version, _seq_no: seqNo, fields }) => ({
        id,
        version,
        seqNo,
        rev: numberOf(fields?.['rev']),
        h1: numberOf(fields?.['h1']),
        h2: numberOf(fields?.['h2']),
      }));
    }
  }

  /**
   * Yields the ids of documents that belong to another board or slice, or have no num, page by page. In a shared index, documents of other
   * boards are in their place, and housekeeping deletes those of boards that do not share it.
   */
  async *misplaced(index: IndexPlace): AsyncGenerator<readonly string[]> {
    const own = {
      bool: {
        filter: [
          { term: { board: index.board } },
          numsBetween(index.slice * index.sliceSize, (index.slice + 1) * index.sliceSize),
        ],
      },
    };
    const others = ofBoard(index, { bool: { must_not: [own] } });
    for await (const hits of this.#pages(index.name, others, { _source: false })) {
      yield hits.map(({ _id }) => _id);
    }
  }

  /** Reads the first page of documents with sequence numbers above `after` and up to `to`. */
  async written(index: Place, after: number, to: number): Promise<FoundPage> {
    return this.#page(index.name, {
      size: PAGE,
      query: ofBoard(index, { range: { _seq_no: { gt: after, lte: to } } }),
      sort: [{ _seq_no: 'asc' }],
      track_total_hits: false,
    });
  }

  /** Reads the first page of documents with these nums (`to` excluded) and sequence numbers above `after`. */
  async between(index: Place, from: number, to: number, after: number): Promise<FoundPage> {
    const filter = [numsBetween(from, to), ...(after < 0 ? [] : [{ range: { _seq_no: { gt: after } } }])];
    return this.#page(index.name, {
      size: PAGE,
      query: ofBoard(index, { bool: { filter } }),
      sort: [{ _seq_no: 'asc' }],
      track_total_hits: false,
    });
  }

  /** Reads a random sample of about one in a thousand documents with these nums and sequence numbers up to `upTo`. */
  async sample(index: Place, from: number, to: number, upTo: number, seed: number): Promise<FoundPage> {
    return this.#page(index.name, {
      size: PAGE,
      min_score: 0.999,
      query: {
        function_score: {
          query: ofBoard(index, { bool: { filter: [numsBetween(from, to), { range: { _seq_no: { lte: upTo } } }] } }),
          random_score: { seed, field: '_seq_no' },
          boost_mode: 'replace',
        },
      },
      track_total_hits: false,
    });
  }

  /** The fixed fields of the first page of documents with sequence numbers above `after` and up to `to`. */
  async fixedFieldsWritten(index: Place, after: number, to: number): Promise<readonly FoundDocument[]> {
    return this.#fixedFields(index, { range: { _seq_no: { gt: after, lte: to } } });
  }

  /** Returns the documents in the order of `ids`, including every acknowledged write. */
  async read(index: IndexPlace, ids: readonly string[]): Promise<readonly (FoundDocument | null)[]> {
    if (ids.length === 0) return [];
    return index.hasDocuments ? this.#readById(index.name, ids) : this.#searchById(index, ids);
  }

  /**
   * Writes documents over those that have the same version. Returns the sequence number of each; null if Elasticsearch has a newer
   * version by now, `refused` if it does not accept the document.
   */
  async writeAgain(
    index: string,
    documents: readonly DocumentToWrite[],
  ): Promise<readonly (number | 'refused' | null)[]> {
    const answer = await this.#call((client) =>
      client.transport.request<{
        readonly items: readonly { readonly index: { readonly status: number; readonly _seq_no?: number } }[];
      }>(
        {
          method: 'POST',
          path: `/${encodeURIComponent(index)}/_bulk`,
          querystring: { filter_path: 'items.index.status,items.index._seq_no' },
          bulkBody: documents
            .map(
              ({ id, version, source }) =>
                `{"index":{"_id":"${id}","version":${version},"version_type":"external_gte"}}\n${source}\n`,
            )
            .join(''),
        },
        { requestTimeout: TIMEOUT_MS, maxRetries: 0 },
      ),
    );
    return documents.map((_, place) => {
      const { status = 0, _seq_no: seqNo } = answer.items[place]?.index ?? {};
      if (seqNo !== undefined) return seqNo;
      if (status === 409) return null;
      if (status === 400) return 'refused';
      throw new UnavailableError('Elasticsearch', `Elasticsearch did not write a document again: status ${status}`);
    });
  }

  async #readById(index: string, ids: readonly string[]): Promise<readonly (FoundDocument | null)[]> {
    const { docs } = await this.#call((client) => client.mget<Record<string, unknown>>({ index, ids: [...ids] }));
    return docs.map((doc) => {
      if ('error' in doc) {
        throw new RejectedError(404, doc.error.type ?? 'unknown', `Elasticsearch: ${doc.error.reason ?? ''}`);
      }
      const { _id: id, _version: version = -1, _seq_no: seqNo = -1, _primary_term: primaryTerm = -1 } = doc;
      const { _source: source = {} } = doc;
      return doc.found ? { id, version, seqNo, primaryTerm, source } : null;
    });
  }

  /** A search reads fields without the document. The refresh before it makes acknowledged writes visible. */
  async #searchById(index: Place, ids: readonly string[]): Promise<readonly (FoundDocument | null)[]> {
    await this.refresh(index.name);
    const found = await this.#fixedFields(index, { ids: { values: [...ids] } });
    const byId = new Map(found.map((document) => [document.id, document]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async #fixedFields(index: Place, query: object): Promise<readonly FoundDocument[]> {
    const { hits } = await this.#search(index.name, {
      size: PAGE,
      query: ofBoard(index, query),
      sort: [{ _seq_no: 'asc' }],
      track_total_hits: false,
      _source: false,
      docvalue_fields: [...FIXED_FIELDS],
    });
    return hits.hits.map(({ fields = {}, ...hit }) =>
      toFound({
        ...hit,
        _source: Object.fromEntries(
          Object.entries(fields).map(([field, values]) => [field, values.length === 1 ? values[0] : values]),
        ),
      }),
    );
  }

  /** Deletes a document unless it has been written since it was read. */
  async delete(index: string, document: FoundDocument): Promise<void> {
    // A version above 2^53 was rounded when it was parsed, so it cannot be compared. No write of ours has such a version:
    // the document is a foreign one, and deleting up to the highest possible version is safe.
    const isBeyond = document.version >= Number.MAX_SAFE_INTEGER;
    const querystring = isBeyond
      ? { version: '9223372036854775807', version_type: 'external_gte' }
      : { if_seq_no: document.seqNo, if_primary_term: document.primaryTerm };
    await this.#call((client) =>
      client.transport.request(
        {
          method: 'DELETE',
          path: `/${encodeURIComponent(index)}/_doc/${encodeURIComponent(document.id)}`,
          querystring,
        },
        { ignore: [404, 409] },
      ),
    );
  }

  /**
   * Sets how long Elasticsearch keeps the version of a deleted document, during which it refuses writes of lower versions.
   * null restores the default of 60 seconds.
   */
  async setDeleteRetention(index: string, time: '0s' | null): Promise<void> {
    await this.#call((client) => client.indices.putSettings({ index, settings: { 'index.gc_deletes': time } }));
  }

  async #search(index: string, body: object): Promise<SearchAnswer> {
    return this.#call((client) =>
      client.transport.request<SearchAnswer>(searchRequest(index, body), { requestTimeout: TIMEOUT_MS }),
    );
  }

  async #page(index: string, body: object): Promise<FoundPage> {
    const answer = await this.#call((client) => requestText(client, searchRequest(index, body), TIMEOUT_MS));
    return {
      raw: cutHits(answer, index),
      parse: () => (JSON.parse(answer) as SearchAnswer).hits.hits.map(toFound),
    };
  }

  /** Pages by sequence number, the only value that is unique in an index. */
  async *#pages(index: string, query: object, body: object): AsyncGenerator<readonly Hit[]> {
    let after: number | undefined;
    for (;;) {
      const { hits } = await this.#search(index, {
        size: PAGE,
        query,
        sort: [{ _seq_no: 'asc' }],
        track_total_hits: false,
        ...body,
        ...(after === undefined ? {} : { search_after: [after] }),
      });
      if (hits.hits.length > 0) yield hits.hits;
      if (hits.hits.length < PAGE) return;
      const { _seq_no: last } = hits.hits.at(-1) ?? {};
      after = last;
    }
  }

  async #call<T>(call: (client: Elasticsearch) => Promise<T>): Promise<T> {
    return this.#monitor.track(() => fromElasticsearch(() => call(this.#client)));
  }
}

function searchRequest(index: string, body: object) {
  return {
    method: 'POST',
    path: `/${encodeURIComponent(index)}/_search`,
    // A partial answer would look like drift.
    querystring: { allow_partial_search_results: false },
    body: { version: true, seq_no_primary_term: true, ...body },
  };
}

function numberOf(values: readonly unknown[] | undefined): number | undefined {
  const value = values?.[0];
  return typeof value === 'number' ? value : undefined;
}

/** An index, and the board whose documents are compared. */
type Place = Pick<IndexPlace, 'name' | 'board' | 'isShared'>;

function ofBoard({ board, isShared }: Place, query: object): object {
  return isShared ? { bool: { filter: [{ term: { board } }, query] } } : query;
}

function numsBetween(from: number, to: number): object {
  return { range: { num: { gte: from, lt: to } } };
}

function toFound(hit: Hit): FoundDocument {
  const { _id: id, _version: version, _seq_no: seqNo, _primary_term: primaryTerm, _source: source = {} } = hit;
  return { id, version, seqNo, primaryTerm, source };
}
