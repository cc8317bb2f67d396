/** Requests of readers and staff, with the answers that both versions have. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BOARD, POSTS_PER_THREAD } from './forgetful-source.ts';

const STORED_LIMIT_MS = 240_000;

export interface Expected {
  /** Comments of all visible posts by number. */
  readonly visible: ReadonlyMap<number, string>;
  /** Numbers of hidden and purged posts. */
  readonly gone: ReadonlySet<number>;
  readonly account: { readonly name: string; readonly password: string };
  readonly key: string;
}

interface SeenPost {
  readonly num: number;
  readonly comment?: unknown;
}

/** The number of the opener of a post's thread. */
export const threadOf = (num: number): number => num - ((num - 1) % POSTS_PER_THREAD);

/** The address of the first stored file of a thread. */
const fileIn = (text: string): string | null => /"url":"(\/media\/[^"]+)"/.exec(text)?.[1] ?? null;

export class Readers {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#origin}${path}`, { signal: AbortSignal.timeout(60_000), ...init });
  }

  /** The number of hits, and whether the answer is complete; null for an answer that is no result. */
  async search(): Promise<{ readonly total: number; readonly isPartial: boolean } | null> {
    const response = await this.request('/api/v1/search?q=heron').catch(() => null);
    if (response?.status !== 200) return null;
    const { total, partial } = (await response.json()) as { total: { value: number }; partial: boolean };
    return { total: total.value, isPartial: partial };
  }

  /** Waits until searches find exactly so many posts. Returns the last total. */
  async untilFound(posts: number): Promise<number | null> {
    const deadline = performance.now() + STORED_LIMIT_MS;
    let last: number | null = null;
    while (performance.now() < deadline) {
      last = (await this.search())?.total ?? last;
      if (last === posts) break;
      await sleep(250);
    }
    return last;
  }

  /** Waits until the archive has the file of each thread. */
  async untilFetched(threads: Iterable<number>): Promise<boolean> {
    const deadline = performance.now() + STORED_LIMIT_MS;
    for (const thread of threads) {
      while (!(await this.#hasFile(thread))) {
        if (performance.now() > deadline) return false;
        await sleep(250);
      }
    }
    return true;
  }

  async #hasFile(thread: number): Promise<boolean> {
    const response = await this.request(`/api/v1/boards/${BOARD}/threads/${thread}`);
    const file = fileIn(await response.text());
    return file !== null && (await this.request(file)).status === 200;
  }

  /** A sentence per difference. */
  async differences({ visible, gone, account, key }: Expected): Promise<readonly string[]> {
    const faults: string[] = [];
    const found = await this.untilFound(visible.size);
    if (found !== visible.size) faults.push(`searches find ${found} of ${visible.size} posts`);
    const threads = new Set([...visible.keys(), ...gone].map(threadOf));
    const seen = new Map<number, string>();
    for (const thread of threads) {
      const response = await this.request(`/api/v1/boards/${BOARD}/threads/${thread}`);
      const text = await response.text();
      if (response.status !== 200) {
        faults.push(`the thread ${thread} is answered ${response.status}`);
        continue;
      }
      for (const { num, comment } of (JSON.parse(text) as { posts: SeenPost[] }).posts)
        seen.set(num, JSON.stringify(comment ?? null));
      const file = fileIn(text);
      const status = file === null ? 'nothing' : (await this.request(file)).status;
      if (status !== 200) faults.push(`the file of ${thread} is answered ${status}`);
    }
    for (const [num, comment] of visible)
      if (seen.get(num)?.includes(comment) !== true) faults.push(`${num} is ${seen.get(num) ?? 'missing'}`);
    for (const num of gone) if (seen.get(num)?.includes('heron') === true) faults.push(`${num} is shown`);
    faults.push(...(await this.#rights(account, key)));
    return faults.length > 20 ? [...faults.slice(0, 20), `and ${faults.length - 20} more`] : faults;
  }

  async #rights(account: Expected['account'], key: string): Promise<readonly string[]> {
    const signIn = async (password: string) =>
      this.request('/api/v1/admin/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: this.#origin },
        body: JSON.stringify({ name: account.name, password }),
      });
    const withKey = async (text: string) =>
      this.request('/api/v1/search?q=heron', { headers: { authorization: `Bearer ${text}` } });
    const answers = [
      ['the password', (await signIn(account.password)).ok, true],
      ['a wrong password', (await signIn(`${account.password}!`)).ok, false],
      ['the key', (await withKey(key)).ok, true],
      ['a wrong key', (await withKey(`${key}x`)).ok, false],
    ] as const;
    return answers.flatMap(([title, isAccepted, isRight]) =>
      isAccepted === isRight ? [] : [`${title} is ${isAccepted ? 'accepted' : 'refused'}`],
    );
  }
}

/** Searches once in 200 ms until the work ends. Returns the numbers of answers, of failures and of partial answers. */
export async function whileSearching<T>(
  readers: Readers,
  work: Promise<T>,
): Promise<{ readonly result: T; readonly searches: number; readonly failed: number; readonly partial: number }> {
  const running = { isRunning: true };
  const ending = work.finally(() => (running.isRunning = false));
  ending.catch(() => undefined);
  let [searches, failed, partial] = [0, 0, 0];
  while (running.isRunning) {
    const answer = await readers.search();
    searches++;
    if (answer === null) failed++;
    else if (answer.isPartial) partial++;
    await sleep(200);
  }
  return { result: await ending, searches, failed, partial };
}
