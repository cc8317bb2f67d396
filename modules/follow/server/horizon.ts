/**
 * The horizon: searches find every post up to this rev. Revs are drawn before the commit, and threads are indexed in any order, so a post
 * with a lower rev can appear after one with a higher rev. A rev is safe when
 *
 *  1. the transactions that were writing posts when it was the last rev have ended,
 *  2. no thread waits for the indexer with it or a lower rev,
 *  3. Elasticsearch has refreshed its indices since then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../../platform/elasticsearch.ts';
import { fromElasticsearch } from '../../../server/search/elasticsearch/errors.ts';
import { READ_HORIZON } from './sql.ts';

export interface Horizon {
  /** For an item on these boards; null: on all boards. */
  of(boards: readonly string[] | null): number;
}

export interface HorizonOptions {
  readonly pool: pg.Pool;
  readonly elasticsearch: Elasticsearch;
  readonly indexPrefix: string;
}

interface HorizonRow {
  readonly rev: string;
  readonly writers: readonly string[];
  readonly unindexed: Readonly<Record<string, number>>;
}

interface Sample {
  readonly rev: number;
  /** Transactions of that moment that are still open. */
  readonly writers: ReadonlySet<string>;
}

/** A horizon is read at most once in this time, so that refreshes add no load to those of the index. */
const KEPT_MS = 1_000;
const REFRESH_MS = 10_000;
/** Usual writers end within this time. Imports write for seconds: the horizon is then that of an earlier moment. */
const WAIT_MS = 1_000;
const POLL_MS = 50;
const MOST_SAMPLES = 100;

export class Horizons {
  readonly #options: HorizonOptions;
  #samples: readonly Sample[] = [];
  #safe = 0;
  #refreshed = '';
  #current: { readonly at: number; readonly horizon: Promise<Horizon> } | null = null;

  constructor(options: HorizonOptions) {
    this.#options = options;
  }

  /** @throws UnavailableError, and errors of the pool */
  async current(): Promise<Horizon> {
    const kept = this.#current;
    if (kept !== null && performance.now() - kept.at < KEPT_MS) return kept.horizon;
    const horizon = this.#read();
    this.#current = { at: performance.now(), horizon };
    horizon.catch(() => (this.#current = null));
    return horizon;
  }

  async #read(): Promise<Horizon> {
    const deadline = performance.now() + WAIT_MS;
    let row = await this.#sample();
    const wanted = Number(row.rev);
    while (this.#safe < wanted && performance.now() < deadline) {
      await sleep(POLL_MS);
      row = await this.#sample();
    }
    const safe = this.#safe;
    const { unindexed } = row;
    await this.#refresh(`${safe} ${JSON.stringify(unindexed)}`);
    return {
      of(boards) {
        const lowest = boards === null ? Object.values(unindexed) : boards.flatMap((board) => unindexed[board] ?? []);
        return Math.min(safe, ...lowest.map((rev) => rev - 1));
      },
    };
  }

  /** Reads the marks after the writers, so that those of an ended writer are among them. */
  async #sample(): Promise<HorizonRow> {
    const { rows } = await this.#options.pool.query<HorizonRow>(READ_HORIZON);
    const [row = { rev: '0', writers: [], unindexed: {} }] = rows;
    const open = new Set(row.writers);
    const sample = { rev: Number(row.rev), writers: open };
    const all = [...this.#samples, sample].map(({ rev, writers }) => ({
      rev,
      writers: new Set([...writers].filter((writer) => open.has(writer))),
    }));
    this.#safe = Math.max(this.#safe, ...all.filter(({ writers }) => writers.size === 0).map(({ rev }) => rev));
    // The oldest are kept: they become safe first.
    this.#samples = all.filter(({ rev, writers }) => writers.size > 0 && rev > this.#safe).slice(0, MOST_SAMPLES);
    return row;
  }

  async #refresh(state: string): Promise<void> {
    if (state === this.#refreshed) return;
    const { elasticsearch, indexPrefix } = this.#options;
    const target = { index: postsAlias(indexPrefix), allow_no_indices: true, ignore_unavailable: true };
    try {
      await elasticsearch.indices.refresh(target, { requestTimeout: REFRESH_MS });
    } catch (error) {
      throw fromElasticsearch(error);
    }
    this.#refreshed = state;
  }
}
