import {
  boardAlias,
  boardIndexPattern,
  boardsFilter,
  boardsOfFilter,
  isIndexOf,
  parseIndexName,
  postsAlias,
  sharedIndexPattern,
} from '../../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { fromElasticsearch, RejectedError } from '../runtime/store-errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import type { Difference } from './verification.ts';
import type { LiveShared, PostgresRows, SetMember } from './postgres-rows.ts';

export interface AliasCheckOptions {
  readonly client: Elasticsearch;
  readonly monitor: StoreMonitor;
  readonly rows: PostgresRows;
  readonly indexPrefix: string;
}

export interface AliasCheck {
  readonly found: readonly Difference[];
  readonly drift: number;
}

/** For every index with one of a board's two aliases: the aliases, with their filters and routing. */
type AliasMap = ReadonlyMap<string, Readonly<Record<string, object>>>;

interface AliasOf {
  readonly index: string;
  readonly alias: string;
}

type AliasChange = { readonly add: AliasOf & { readonly filter?: object } } | { readonly remove: AliasOf };

/**
 * Verifies that a board's live indices have its two aliases, and that no other index has them. On an index of its own they have no filter;
 * on a shared one they show the documents of live boards only. Holds the lock of the board's set, so that no rebuild can swap indices.
 */
export class Aliases {
  readonly #options: AliasCheckOptions;

  constructor(options: AliasCheckOptions) {
    this.#options = options;
  }

  async check(boardId: number, board: string, isRepaired: boolean): Promise<AliasCheck> {
    const { rows } = this.#options;
    const checked = await rows.holdSet(boardId, async (members, boards, liveShared) => {
      const changes = await this.#findWrong(board, members, boards, liveShared);
      if (!isRepaired || changes.length === 0) return { found: changes, drift: changes.length };
      return { found: changes, drift: (await this.#change(changes)) ? 0 : changes.length };
    });
    const changed = (checked?.found ?? []).map((change) => ('add' in change ? change.add : change.remove));
    return {
      found: changed.map(({ index }) => ({ kind: 'alias', index, id: null })),
      drift: checked?.drift ?? 0,
    };
  }

  async #findWrong(
    board: string,
    members: readonly SetMember[],
    boards: ReadonlySet<string>,
    liveShared: LiveShared,
  ): Promise<readonly AliasChange[]> {
    const { indexPrefix } = this.#options;
    const names = [boardAlias(indexPrefix, board), postsAlias(indexPrefix)];
    const aliases = await this.#readAliases(names);
    const existing = await this.#readExisting(board);
    const live = new Set(members.filter(({ state }) => state === 'live').map(({ name }) => name));
    const changes: AliasChange[] = [];
    for (const index of live) {
      // Lost indices are reported by the comparison of their documents.
      if (!existing.has(index) || this.#isShared(index)) continue;
      for (const alias of names) {
        const limits = aliases.get(index)?.[alias];
        // A filter or a routing on the alias would hide documents.
        if (limits === undefined || Object.keys(limits).length > 0) changes.push({ add: { index, alias } });
      }
    }
    for (const index of new Set([...existing, ...aliases.keys()])) {
      if (!this.#isShared(index) || !existing.has(index)) continue;
      const shown = liveShared.get(index) ?? [];
      changes.push(...this.#findWrongShared(index, aliases.get(index) ?? {}, board, shown));
    }
    for (const [index, held] of aliases) {
      if (this.#isShared(index)) continue;
      if (live.has(index) || this.#belongsToOther(index, board, boards)) continue;
      for (const alias of names) if (alias in held) changes.push({ remove: { index, alias } });
    }
    return changes;
  }

  #isShared(index: string): boolean {
    return parseIndexName(this.#options.indexPrefix, index)?.board === null;
  }

  /** Compares the board's alias, and that of all boards, with the boards that are live in a shared index. */
  #findWrongShared(
    index: string,
    held: Readonly<Record<string, object>>,
    board: string,
    live: readonly string[],
  ): AliasChange[] {
    const { indexPrefix } = this.#options;
    const wanted: [string, readonly string[]][] = [
      [boardAlias(indexPrefix, board), live.includes(board) ? [board] : []],
      [postsAlias(indexPrefix), live],
    ];
    return wanted.flatMap(([alias, boards]): AliasChange[] => {
      const limits = held[alias];
      if (boards.length === 0) return limits === undefined ? [] : [{ remove: { index, alias } }];
      const { filter, ...others } = (limits ?? {}) as { readonly filter?: unknown };
      const shown = boardsOfFilter(filter) ?? [];
      const isSame = shown.length === boards.length && boards.every((one) => shown.includes(one));
      return isSame && Object.keys(others).length === 0
        ? []
        : [{ add: { index, alias, filter: boardsFilter(boards) } }];
    });
  }

  /** Indices of other boards are checked with their board. Indices without a board's name are checked with every board. */
  #belongsToOther(index: string, board: string, boards: ReadonlySet<string>): boolean {
    const { indexPrefix } = this.#options;
    return [...boards].some((other) => other !== board && isIndexOf(indexPrefix, other, index));
  }

  async #readAliases(names: readonly string[]): Promise<AliasMap> {
    const answer = await this.#call((client) =>
      client.indices.getAlias({ name: [...names], expand_wildcards: 'all' }, { ignore: [404] }),
    );
    const entries = Object.entries(answer as Record<string, { aliases?: Record<string, object> } | string | number>);
    // A 404 response contains an error beside the aliases that were found.
    return new Map(entries.flatMap(([index, entry]) => (isEntry(entry) ? [[index, entry.aliases]] : [])));
  }

  async #readExisting(board: string): Promise<ReadonlySet<string>> {
    const { indexPrefix } = this.#options;
    const answer = await this.#call((client) =>
      client.indices.get({
        index: [boardIndexPattern(indexPrefix, board), sharedIndexPattern(indexPrefix)],
        expand_wildcards: 'all',
        features: ['aliases'],
      }),
    );
    return new Set(Object.keys(answer));
  }

  /** Returns false when Elasticsearch refuses, for instance because an index has the alias's name. */
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
    const { client, monitor } = this.#options;
    return monitor.track(() => fromElasticsearch(() => call(client)));
  }
}

function isEntry(entry: unknown): entry is { readonly aliases: Readonly<Record<string, object>> } {
  return typeof entry === 'object' && entry !== null && 'aliases' in entry;
}
