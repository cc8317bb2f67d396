/** Numbers of dumps and contributors. The queries read whole tables, so a server caches the results for five minutes. */
import type pg from 'pg';
import type { ContributorSummary, DumpStatistics } from '../contract/dump-list.ts';
import { dumpStateOf } from '../format/states.ts';

const KEPT_MS = 5 * 60_000;
const MAX_CONTRIBUTORS = 100;

const COUNT = 'select dump_statistics() as counts';

/** $1 key or null, $2 limit. The comment of the function lists its indexes. */
const SUMMARISE = `
select encode(s.contributor, 'hex') as contributor, s.dumps::int, s.used::int, s.first_sent_at, s.last_sent_at,
  (select coalesce(json_agg(json_build_object('client', t.client, 'version', t.version, 'trust', t.trust)
      order by t.client, t.version), '[]')
    from dump_trust t where t.contributor = s.contributor) as trust
from summarise_contributors($1, $2) s`;

type Counts = Omit<DumpStatistics, 'states' | 'at'> & {
  readonly states: readonly { readonly state: number; readonly dumps: number }[];
};

interface SummaryRow extends Omit<ContributorSummary, 'first_sent_at' | 'last_sent_at'> {
  readonly first_sent_at: Date;
  readonly last_sent_at: Date;
}

export class DumpNumbers {
  readonly #pool: pg.Pool;
  readonly #clock: () => Date;
  readonly #kept = new Map<string, { readonly until: number; readonly value: Promise<unknown> }>();

  constructor(pool: pg.Pool, clock: () => Date) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async statistics(): Promise<DumpStatistics> {
    return this.#keep('statistics', async () => {
      const { rows } = await this.#pool.query<{ counts: Counts }>(COUNT);
      const [row] = rows;
      if (row === undefined) throw new Error('a function returns one row');
      const states = row.counts.states.map(({ state, dumps }) => ({ state: dumpStateOf(state), dumps }));
      return { ...row.counts, states, at: this.#clock().toISOString() };
    });
  }

  /** Contributors, ordered by their number of dumps. */
  async contributors(): Promise<ContributorSummary[]> {
    return this.#keep('contributors', async () => this.#summarise(null));
  }

  /** Returns null if the archive has no dump with this key. */
  async contributor(key: string): Promise<ContributorSummary | null> {
    return (await this.#summarise(Buffer.from(key, 'hex')))[0] ?? null;
  }

  async #summarise(key: Buffer | null): Promise<ContributorSummary[]> {
    const { rows } = await this.#pool.query<SummaryRow>(SUMMARISE, [key, MAX_CONTRIBUTORS]);
    return rows.map((row) => ({
      ...row,
      first_sent_at: row.first_sent_at.toISOString(),
      last_sent_at: row.last_sent_at.toISOString(),
    }));
  }

  /** Concurrent requests share one answer. Failures are not cached. */
  async #keep<T>(name: string, count: () => Promise<T>): Promise<T> {
    const now = this.#clock().getTime();
    const kept = this.#kept.get(name);
    if (kept !== undefined && kept.until > now) return kept.value as Promise<T>;
    const value = count();
    this.#kept.set(name, { until: now + KEPT_MS, value });
    value.catch(() => this.#kept.delete(name));
    return value;
  }
}
