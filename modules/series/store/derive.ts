/** Derives the series of threads of a board from the features of their openers. */
import type pg from 'pg';
import {
  SELECT_BY_CONTENT,
  SELECT_CONTENT,
  SELECT_FOLLOWERS,
  SELECT_NEXT,
  SELECT_OF_ROOTS,
  SELECT_ROWS,
  SELECT_RULES,
  SELECT_SIMILAR,
  SELECT_NAMES_OF_WORDS,
  SELECT_UNTAGGED,
  UPDATE_ROWS,
} from './recognise-sql.ts';
import { applyRules, type SeriesRule } from './rules.ts';

/** Changed threads, and all values of their rows, old and new, on which other rows depend. */
export interface Changes {
  readonly threads: readonly number[];
  readonly linked: readonly number[];
  readonly words: readonly string[];
  readonly roots: readonly number[];
  readonly files: readonly Buffer[];
  readonly lines: readonly number[];
  readonly names: readonly string[];
}

interface Row {
  readonly thread: number;
  readonly tag: string | null;
  readonly words: string | null;
  readonly isGeneral: boolean;
  readonly isThread: boolean;
  readonly previous: number | null;
  base: string | null;
  root: number | null;
  found: string | null;
  name: string | null;
  reason: Reason | null;
}

type Reason = 'tag' | 'words' | 'link' | 'next' | 'text' | 'staff';

export class Deriver {
  readonly changedNames = new Set<string>();
  readonly #client: pg.PoolClient;
  readonly #board: number;
  readonly #rows = new Map<number, Row>();
  /** The derived columns as they are stored. */
  readonly #stored = new Map<number, string>();

  constructor(client: pg.PoolClient, board: number) {
    this.#client = client;
    this.#board = board;
  }

  async derive(changes: Changes): Promise<void> {
    for (const name of changes.names) this.changedNames.add(name);
    const followers = await this.#threads(SELECT_FOLLOWERS, changes.threads);
    const untagged = await this.#threads(SELECT_UNTAGGED, changes.words);
    const started = new Set([...changes.threads, ...followers, ...untagged]);
    const moved = await this.#deriveBases(started);
    await this.#deriveSeries(changes, new Set([...started, ...moved]));
    await this.#save();
  }

  /** A base depends on rows of earlier threads only, so one pass in their order settles the threads that are known to change. */
  async #deriveBases(started: ReadonlySet<number>): Promise<ReadonlySet<number>> {
    const moved = new Set<number>();
    let frontier: ReadonlySet<number> = started;
    while (frontier.size > 0) {
      await this.#load(frontier);
      const due = [...frontier].toSorted((one, other) => one - other).flatMap((thread) => this.#rows.get(thread) ?? []);
      await this.#load(new Set(due.flatMap(({ previous }) => previous ?? [])));
      const names = await this.#namesOf(due);
      const changed: number[] = [];
      for (const row of due) {
        const { base, root } = this.#baseOf(row, names);
        if (base === row.base && root === row.root) continue;
        // Dependants of the chain that the thread leaves.
        if (row.root !== null) moved.add(row.root);
        row.base = base;
        row.root = root;
        changed.push(row.thread);
      }
      for (const thread of changed) moved.add(thread);
      frontier = new Set(await this.#threads(SELECT_FOLLOWERS, changed));
    }
    // The next statements read these columns of all rows.
    await this.#save();
    return moved;
  }

  #baseOf(
    { thread, tag, words, isGeneral, isThread, previous }: Row,
    names: ReadonlyMap<string, CommonName>,
  ): Pick<Row, 'base' | 'root'> {
    if (tag !== null) return { base: tag, root: null };
    const before = previous === null ? undefined : this.#rows.get(previous);
    if (before !== undefined && before.base !== null) return { base: before.base, root: null };
    const base = words === null ? null : nameOf({ words, isGeneral, isThread }, names.get(words));
    if (base !== null) return { base, root: null };
    return { base: null, root: before?.root ?? previous ?? thread };
  }

  async #deriveSeries(changes: Changes, changed: ReadonlySet<number>): Promise<void> {
    await this.#load(new Set([...changed, ...changes.linked]));
    const near = [...changed].flatMap((thread) => this.#rows.get(thread) ?? []);
    await this.#load(new Set(near.flatMap(({ previous }) => previous ?? [])));
    const linked = [...changes.linked, ...near.flatMap(({ previous }) => previous ?? [])];
    // A root may have no row, as an opener that the archive does not have.
    const roots = new Set([
      ...changes.roots,
      ...linked,
      ...changed,
      ...[...changed, ...linked].flatMap((thread) => this.#rows.get(thread)?.root ?? []),
    ]);
    const chain = await this.#query<{ thread: string; root: string }>(SELECT_OF_ROOTS, [...roots]);
    const content = await this.#query<{ media_hash: Buffer | null; line: number | null }>(SELECT_CONTENT, [...changed]);
    const similar = await this.#client.query<{ thread: string }>(SELECT_SIMILAR, [
      this.#board,
      [...changes.files, ...content.flatMap(({ media_hash: hash }) => hash ?? [])],
      [...changes.lines, ...content.flatMap(({ line }) => line ?? [])],
    ]);
    const due = new Set([
      ...changed,
      ...changes.linked,
      ...linked,
      ...chain.map(({ thread }) => Number(thread)),
      ...similar.rows.map(({ thread }) => Number(thread)),
    ]);
    await this.#load(due);
    const rows = [...due].flatMap((thread) => this.#rows.get(thread) ?? []);
    await this.#nameThreads(rows);
  }

  async #nameThreads(rows: readonly Row[]): Promise<void> {
    const roots = [...new Set(rows.flatMap(({ root }) => root ?? []))];
    const next = new Map(
      (await this.#query<{ root: string; base: string }>(SELECT_NEXT, roots)).map(({ root, base }) => [
        Number(root),
        base,
      ]),
    );
    const sizes = Map.groupBy(await this.#query<{ thread: string; root: string }>(SELECT_OF_ROOTS, roots), ({ root }) =>
      Number(root),
    );
    const isAlone = ({ thread, root }: Row) =>
      root === thread && (sizes.get(root) ?? []).every((other) => Number(other.thread) === thread);
    const plain = rows.filter((row) => row.root !== null && row.words === null && !next.has(row.root) && isAlone(row));
    const content = new Map(
      (
        await this.#query<{ thread: string; base: string }>(
          SELECT_BY_CONTENT,
          plain.map(({ thread }) => thread),
        )
      ).map(({ thread, base }) => [Number(thread), base]),
    );
    const { rows: rules } = await this.#client.query<{
      id: number;
      series: string | null;
      first_thread: number | null;
      last_thread: number | null;
      target: string | null;
    }>(SELECT_RULES, [this.#board]);
    const decided: readonly SeriesRule[] = rules.map((rule) => ({
      ...rule,
      firstThread: rule.first_thread,
      lastThread: rule.last_thread,
    }));
    await this.#load(new Set(rows.flatMap(({ previous }) => previous ?? [])));
    const hasBase = (thread: number | null) => thread !== null && (this.#rows.get(thread)?.base ?? null) !== null;
    for (const row of rows) {
      const [found, reason] = foundOf(row, { next, content, isAlone, hasBase });
      const { name, isChanged } = applyRules(decided, { thread: row.thread, found });
      for (const one of [row.name, name]) if (one !== null) this.changedNames.add(one);
      row.found = found;
      row.name = name;
      row.reason = isChanged ? 'staff' : reason;
    }
  }

  async #namesOf(rows: readonly Row[]): Promise<ReadonlyMap<string, CommonName>> {
    const words = new Set(rows.flatMap((row) => (row.tag === null && row.words !== null ? row.words : [])));
    const found = await this.#query<CommonName & { words: string }>(SELECT_NAMES_OF_WORDS, [...words]);
    return new Map(found.map((one) => [one.words, one]));
  }

  async #load(threads: ReadonlySet<number>): Promise<void> {
    const missing = [...threads].filter((thread) => !this.#rows.has(thread));
    for (const row of await this.#query<StoredRow>(SELECT_ROWS, missing)) {
      const thread = Number(row.thread);
      const read: Row = {
        ...row,
        thread,
        isGeneral: row.is_general,
        isThread: row.is_thread,
        previous: row.previous === null ? null : Number(row.previous),
        root: row.root === null ? null : Number(row.root),
      };
      this.#rows.set(thread, read);
      this.#stored.set(thread, derivedOf(read));
    }
  }

  async #save(): Promise<void> {
    const changed = [...this.#rows.values()]
      .map((row) => [row.thread, derivedOf(row)] as const)
      .filter(([thread, derived]) => derived !== this.#stored.get(thread));
    if (changed.length === 0) return;
    await this.#client.query(UPDATE_ROWS, [this.#board, `[${changed.map(([, derived]) => derived).join(',')}]`]);
    for (const [thread, derived] of changed) this.#stored.set(thread, derived);
  }

  async #threads(statement: string, values: readonly unknown[]): Promise<readonly number[]> {
    return (await this.#query<{ thread: string }>(statement, values)).map(({ thread }) => Number(thread));
  }

  async #query<R extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<readonly R[]> {
    if (values.length === 0) return [];
    return (await this.#client.query<R>(statement, [this.#board, values])).rows;
  }
}

function derivedOf({ thread, base, root, found, name, reason }: Row): string {
  return JSON.stringify({ thread, base, root, found, name, reason });
}

interface Evidence {
  readonly next: ReadonlyMap<number, string>;
  readonly content: ReadonlyMap<number, string>;
  readonly isAlone: (row: Row) => boolean;
  readonly hasBase: (thread: number | null) => boolean;
}

function foundOf(
  row: Row,
  { next, content, isAlone, hasBase }: Evidence,
): readonly [found: string | null, reason: Reason | null] {
  const { thread, tag, previous, base, root } = row;
  if (base !== null) return [base, tag !== null ? 'tag' : hasBase(previous) ? 'link' : 'words'];
  if (root === null) return [null, null];
  const after = next.get(root);
  if (after !== undefined) return [after, 'next'];
  if (!isAlone(row)) return [`thread-${root}`, 'link'];
  const similar = content.get(thread);
  return similar === undefined ? [null, null] : [similar, 'text'];
}

interface CommonName {
  readonly tag: string | null;
  /** Threads with the tag. */
  readonly tagged: number;
  /** Threads with any tag, and those whose words name a general. */
  readonly named: number;
}

/** The name that untagged words mean: two other threads are evidence, or one if the words name a general themselves. */
function nameOf(
  { words, isGeneral, isThread }: { readonly words: string } & Pick<Row, 'isGeneral' | 'isThread'>,
  common: CommonName | undefined,
): string | null {
  if (isGeneral) return common?.tag ?? words;
  if (common === undefined) return null;
  if (isThread && common.named > 1) return common.tag ?? words;
  return common.tagged > 1 && isDistinct(words) ? common.tag : null;
}

/** Fewer words are too common to be the name of one general. */
const MIN_WORDS = 2;

function isDistinct(words: string): boolean {
  return words.split('-').length >= MIN_WORDS || /\P{ASCII}/u.test(words);
}

interface StoredRow {
  readonly thread: string;
  readonly tag: string | null;
  readonly words: string | null;
  readonly is_general: boolean;
  readonly is_thread: boolean;
  readonly previous: string | null;
  readonly base: string | null;
  readonly root: string | null;
  readonly found: string | null;
  readonly name: string | null;
  readonly reason: Reason | null;
}
