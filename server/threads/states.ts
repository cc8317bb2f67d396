/** In what state threads are, without asking PostgreSQL again for those of which nothing was heard since. */
import type { Pool } from 'pg';
import { prepared } from '../../platform/postgres.ts';
import { Hearing, type HearingOptions } from './hearing.ts';
import { SELECT_THREAD_STATE, type RevRow, type ThreadState } from './sql.ts';

export type ThreadStatesOptions = Pick<HearingOptions, 'pool' | 'now' | 'log'>;

/** Some 200 bytes each. */
const MOST_KNOWN = 50_000;

interface Entry {
  /** null while it is read. */
  state: ThreadState | null;
}

export class ThreadStates {
  readonly #pool: Pool;
  readonly #hearing: Hearing;
  /** By board id and thread, the longest known first. An entry that is read is out of here as soon as it may be wrong. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: ThreadStatesOptions) {
    this.#pool = options.pool;
    this.#hearing = new Hearing({
      ...options,
      onChange: (thread) => this.#entries.delete(thread),
      onLost: () => this.#entries.clear(),
    });
  }

  /** Whether states are known without asking. */
  get isHearing(): boolean {
    return this.#hearing.isTrusted;
  }

  /** Ends with `close`. */
  async run(): Promise<void> {
    return this.#hearing.run();
  }

  close(): void {
    this.#hearing.close();
  }

  /** null when PostgreSQL must be asked. */
  known(boardId: number, thread: number): ThreadState | null {
    return this.#hearing.isTrusted ? (this.#entries.get(`${boardId}/${thread}`)?.state ?? null) : null;
  }

  async read(boardId: number, thread: number): Promise<ThreadState> {
    const known = this.known(boardId, thread);
    if (known !== null) return known;
    const ask = async () => {
      const { rows } = await this.#pool.query<ThreadState>(prepared(SELECT_THREAD_STATE, [boardId, thread]));
      return rows[0] ?? { posts: 0, hidden: 0, highest: null, sum: null, modified: null };
    };
    return this.learn(boardId, thread, ask, (state) => state);
  }

  /** Reads all rows of a thread, and remembers their state unless they changed meanwhile. */
  async learn<T>(
    boardId: number,
    thread: number,
    read: () => Promise<T>,
    stateOf: (read: T) => ThreadState,
  ): Promise<T> {
    const key = `${boardId}/${thread}`;
    const entry: Entry = { state: null };
    this.#entries.delete(key);
    if (this.#hearing.isListening) this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST_KNOWN && oldest !== undefined) this.#entries.delete(oldest);
    const result = await read();
    entry.state = stateOf(result);
    return result;
  }
}

/** As SELECT_THREAD_STATE tells it. */
export function stateOfRows(rows: readonly RevRow[]): ThreadState {
  if (rows.length === 0) return { posts: 0, hidden: 0, highest: null, sum: null, modified: null };
  let [hidden, highest, sum, modified] = [0, 0, 0, -Infinity];
  for (const row of rows) {
    // Revs stay below 2^53.
    const rev = Number(row.rev);
    if (row.hidden) hidden += 1;
    if (rev > highest) highest = rev;
    sum += rev;
    modified = Math.max(modified, row.time_modified.getTime());
  }
  const whole = Number.isSafeInteger(sum) ? sum : rows.reduce((all, { rev }) => all + BigInt(rev), 0n);
  return {
    posts: rows.length,
    hidden,
    highest: String(highest),
    sum: String(whole),
    modified: new Date(modified),
  };
}

/** All of a state in one text, as SELECT_THREAD_SINCE says it of a thread that has rows. */
export function knownAs(state: ThreadState): string {
  return `${stateName(state)} ${state.modified?.getTime()}`;
}

/** What of a thread can change an answer, in short. */
export function stateName({ posts, hidden, highest, sum }: ThreadState): string {
  return `${posts} ${hidden} ${highest} ${sum}`;
}
