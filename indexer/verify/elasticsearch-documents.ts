import { CHECK_RANGE } from '../../mappings/checksum.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { Outage } from '../runtime/outage.ts';
import { answerText } from './answer-text.ts';
import type { FoundDocument, IndexPlace } from './judge.ts';
import type { RangeSums } from './ranges.ts';
import { cutHits, type TextHit } from './raw-hits.ts';

/** The indices' max_result_window. */
export const PAGE = 1_000;
const LONG_MS = 60_000;

export interface IndexStand {
  readonly uuid: string;
  /** Everything up to this sequence number is in every copy of the index. */
  readonly checkpoint: number;
}

/** A document as B reads it: numbers from the index, not from the source. */
export interface DocumentNumbers {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly rev: number | undefined;
  readonly h1: number | undefined;
  readonly h2: number | undefined;
}

/** Documents of one answer. */
export interface FoundPage {
  /** Nearly always enough, and had without parsing. What they say is to be believed when each of them is what its row says. */
  readonly texts: readonly TextHit[] | null;
  parse(): readonly FoundDocument[];
}

interface Hit {
  readonly _id: string;
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source?: Record<string, unknown>;
  readonly fields?: Record<string, readonly number[]>;
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

/** Documents as a verification reads them. Every call throws UnavailableError when Elasticsearch is away. */
export class ElasticsearchDocuments {
  readonly #client: Elasticsearch;
  readonly #outage: Outage;

  constructor(client: Elasticsearch, outage: Outage) {
    this.#client = client;
    this.#outage = outage;
  }

  /** Makes all that is up to the checkpoint visible to searches. */
  async stand(index: string): Promise<IndexStand> {
    const stats = await this.#call((client) =>
      client.indices.stats({ index, level: 'shards', metric: ['docs'] }, { requestTimeout: LONG_MS }),
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
    await this.#call((client) => client.indices.refresh({ index }, { requestTimeout: LONG_MS }));
  }

  async sums(index: string, from: number, to: number): Promise<ReadonlyMap<number, RangeSums>> {
    const answer = await this.#search(index, {
      size: 0,
      query: numsBetween(from, to),
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

  /** The first and the last num of the index's documents from `from` up to, not including, `to`. */
  async bounds(index: string, from: number, to: number): Promise<readonly [number, number] | null> {
    const { aggregations } = await this.#search(index, {
      size: 0,
      query: numsBetween(from, to),
      aggs: { first: { min: { field: 'num' } }, last: { max: { field: 'num' } } },
    });
    const first = aggregations?.first?.value ?? null;
    const last = aggregations?.last?.value ?? null;
    return first === null || last === null ? null : [first, last];
  }

  /** Every document of these nums, whatever its id, page by page. */
  async *numbers(index: string, from: number, to: number): AsyncGenerator<readonly DocumentNumbers[]> {
    for await (const hits of this.#pages(index, numsBetween(from, to), {
      _source: false,
      docvalue_fields: ['rev', 'h1', 'h2'],
    })) {
      yield hits.map(({ _id: id, _version: version, _seq_no: seqNo, fields }) => ({
        id,
        version,
        seqNo,
        rev: fields?.['rev']?.[0],
        h1: fields?.['h1']?.[0],
        h2: fields?.['h2']?.[0],
      }));
    }
  }

  /** Ids of documents that belong to another board or slice, or have no num, page by page. */
  async *misplaced(index: IndexPlace): AsyncGenerator<readonly string[]> {
    const own = {
      bool: {
        filter: [
          { term: { board: index.board } },
          numsBetween(index.slice * index.sliceSize, (index.slice + 1) * index.sliceSize),
        ],
      },
    };
    for await (const hits of this.#pages(index.name, { bool: { must_not: [own] } }, { _source: false })) {
      yield hits.map(({ _id }) => _id);
    }
  }

  /** The first documents above `after` whose sequence numbers are up to `to`. */
  async written(index: string, after: number, to: number): Promise<FoundPage> {
    return this.#page(index, {
      size: PAGE,
      query: { range: { _seq_no: { gt: after, lte: to } } },
      sort: [{ _seq_no: 'asc' }],
      track_total_hits: false,
    });
  }

  /** The first documents of these nums above `after`, by sequence number. */
  async between(index: string, from: number, to: number, after: number): Promise<FoundPage> {
    const filter = [numsBetween(from, to), ...(after < 0 ? [] : [{ range: { _seq_no: { gt: after } } }])];
    return this.#page(index, {
      size: PAGE,
      query: { bool: { filter } },
      sort: [{ _seq_no: 'asc' }],
      track_total_hits: false,
    });
  }

  /** About one document in a thousand of those up to `to`. */
  async sample(index: string, from: number, to: number, upTo: number, seed: number): Promise<FoundPage> {
    return this.#page(index, {
      size: PAGE,
      min_score: 0.999,
      query: {
        function_score: {
          query: { bool: { filter: [numsBetween(from, to), { range: { _seq_no: { lte: upTo } } }] } },
          random_score: { seed, field: '_seq_no' },
          boost_mode: 'replace',
        },
      },
      track_total_hits: false,
    });
  }

  /** By id and not by a search: what was acknowledged is there. In the order of `ids`. */
  async read(index: string, ids: readonly string[]): Promise<readonly (FoundDocument | null)[]> {
    if (ids.length === 0) return [];
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

  /** Deletes a document if it is still the one that was read. */
  async delete(index: string, document: FoundDocument): Promise<void> {
    // A version past 2^53 has been rounded on its way here, and one more than the greatest is none. None of ours is ever
    // that high, so nobody has written there since.
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
   * How long Elasticsearch remembers the version of a deleted document. While it does, nothing of a lower version can
   * take its place. null is its own 60 seconds.
   */
  async rememberDeletes(index: string, time: '0s' | null): Promise<void> {
    await this.#call((client) => client.indices.putSettings({ index, settings: { 'index.gc_deletes': time } }));
  }

  async #search(index: string, body: object): Promise<SearchAnswer> {
    return this.#call((client) =>
      client.transport.request<SearchAnswer>(searchRequest(index, body), { requestTimeout: LONG_MS }),
    );
  }

  async #page(index: string, body: object): Promise<FoundPage> {
    const answer = await this.#call((client) => answerText(client, searchRequest(index, body), LONG_MS));
    return {
      texts: cutHits(answer, index),
      parse: () => (JSON.parse(answer) as SearchAnswer).hits.hits.map(toFound),
    };
  }

  /** By sequence number: it is the one thing that no two documents of an index share. */
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
    return this.#outage.watch(() => fromElasticsearch(() => call(this.#client)));
  }
}

function searchRequest(index: string, body: object) {
  return {
    method: 'POST',
    path: `/${encodeURIComponent(index)}/_search`,
    // Half an answer would look like drift.
    querystring: { allow_partial_search_results: false },
    body: { version: true, seq_no_primary_term: true, ...body },
  };
}

function numsBetween(from: number, to: number): object {
  return { range: { num: { gte: from, lt: to } } };
}

function toFound(hit: Hit): FoundDocument {
  const { _id: id, _version: version, _seq_no: seqNo, _primary_term: primaryTerm, _source: source = {} } = hit;
  return { id, version, seqNo, primaryTerm, source };
}
