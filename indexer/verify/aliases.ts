import { boardAlias, isIndexOf, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { Outage } from '../runtime/outage.ts';
import type { Difference } from './ports.ts';
import type { PostgresRows, SetMember } from './postgres-rows.ts';

export interface AliasCheckOptions {
  readonly client: Elasticsearch;
  readonly outage: Outage;
  readonly rows: PostgresRows;
  readonly indexPrefix: string;
}

export interface AliasCheck {
  readonly found: readonly Difference[];
  readonly drift: number;
}

/** Alias names of every index that has one of a board's two, with what each alias is limited to. */
type AliasMap = ReadonlyMap<string, Readonly<Record<string, object>>>;

interface AliasOf {
  readonly index: string;
  readonly alias: string;
}

type AliasChange = { readonly add: AliasOf } | { readonly remove: AliasOf };

/**
 * Live indices have the board's two aliases, whole, and no other index has them. Asked and put right under the lock of the
 * board's set: a change-over is either before or after it.
 */
export class Aliases {
  readonly #options: AliasCheckOptions;

  constructor(options: AliasCheckOptions) {
    this.#options = options;
  }

  async check(boardId: number, board: string, isRepaired: boolean): Promise<AliasCheck> {
    const { rows } = this.#options;
    const checked = await rows.holdSet(boardId, async (members, boards) => {
      const changes = await this.#wrong(board, members, boards);
      if (!isRepaired || changes.length === 0) return { found: changes, drift: changes.length };
      return { found: changes, drift: (await this.#change(changes)) ? 0 : changes.length };
    });
    const changed = (checked?.found ?? []).map((change) => ('add' in change ? change.add : change.remove));
    return {
      found: changed.map(({ index }) => ({ kind: 'alias', index, id: null })),
      drift: checked?.drift ?? 0,
    };
  }

  async #wrong(
    board: string,
    members: readonly SetMember[],
    boards: ReadonlySet<string>,
  ): Promise<readonly AliasChange[]> {
    const { indexPrefix } = this.#options;
    const names = [boardAlias(indexPrefix, board), postsAlias(indexPrefix)];
    const aliases = await this.#aliases(names);
    const existing = await this.#existing(board);
    const live = new Set(members.filter(({ state }) => state === 'live').map(({ name }) => name));
    const changes: AliasChange[] = [];
    for (const index of live) {
      // What Elasticsearch has lost is found by whoever compares its documents.
      if (!existing.has(index)) continue;
      for (const alias of names) {
        const limits = aliases.get(index)?.[alias];
        // One with a filter or a routing hides documents.
        if (limits === undefined || Object.keys(limits).length > 0) changes.push({ add: { index, alias } });
      }
    }
    for (const [index, held] of aliases) {
      if (live.has(index) || this.#isOfAnother(index, board, boards)) continue;
      for (const alias of names) if (alias in held) changes.push({ remove: { index, alias } });
    }
    return changes;
  }

  /** Another board's index is judged with that board, under its lock; what bears no board's name is judged by all. */
  #isOfAnother(index: string, board: string, boards: ReadonlySet<string>): boolean {
    const { indexPrefix } = this.#options;
    return [...boards].some((other) => other !== board && isIndexOf(indexPrefix, other, index));
  }

  async #aliases(names: readonly string[]): Promise<AliasMap> {
    const answer = await this.#call((client) =>
      client.indices.getAlias({ name: [...names], expand_wildcards: 'all' }, { ignore: [404] }),
    );
    const entries = Object.entries(answer as Record<string, { aliases?: Record<string, object> } | string | number>);
    // With a 404 there is an error beside those that were found.
    return new Map(entries.flatMap(([index, entry]) => (isEntry(entry) ? [[index, entry.aliases]] : [])));
  }

  async #existing(board: string): Promise<ReadonlySet<string>> {
    const answer = await this.#call((client) =>
      client.indices.get({
        index: `${boardAlias(this.#options.indexPrefix, board)}-v*`,
        expand_wildcards: 'all',
        features: ['aliases'],
      }),
    );
    return new Set(Object.keys(answer));
  }

  /** Answers false when Elasticsearch refuses, as it does when an index has taken an alias's name. */
  async #change(changes: readonly AliasChange[]): Promise<boolean> {
    try {
      await this.#call((client) => client.indices.updateAliases({ actions: [...changes] }));
      return true;
    } catch (error) {
      if (error instanceof RejectedError) return false;
      throw error;
    }
  }

  async #call<T>(call: (client: Elasticsearch) => Promise<T>): Promise<T> {
    const { client, outage } = this.#options;
    return outage.watch(() => fromElasticsearch(() => call(client)));
  }
}

function isEntry(entry: unknown): entry is { readonly aliases: Readonly<Record<string, object>> } {
  return typeof entry === 'object' && entry !== null && 'aliases' in entry;
}
