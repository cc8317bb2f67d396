/** Synchronizes a channel with one peer: its state, its history from the newest post back, then new posts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MAX_HASHES } from '../codec/limits.ts';
import type { CableRequest } from '../codec/message.ts';
import { channelKey, type Cabal } from '../views/cabal.ts';
import { oldestOf } from '../views/read-answers.ts';
import type { Asked, RequestClient } from './request-client.ts';
import type { Fetcher } from './fetcher.ts';
import type { Link } from './link.ts';
import type { About } from './want-list.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 4_000;
/** Claimed times may be late: the request for new posts includes posts of the last week. */
const WINDOW_MS = 7 * 86_400_000;

export interface SyncOptions {
  readonly pool: pg.Pool;
  readonly cabal: Cabal;
  readonly requests: RequestClient;
  readonly fetcher: Fetcher;
  readonly now: () => Date;
  /** Hashes in one page of the history. */
  readonly page: number;
}

/** Resolves when the history is stored and the requests for new posts are open. @throws ConnectionError */
export async function syncChannel(options: SyncOptions, link: Link, channel: string): Promise<void> {
  const { requests, fetcher, now } = options;
  const key = channelKey(channel);
  const open = async (request: CableRequest, about: About): Promise<Asked> =>
    requests.ask(link, request, async (response) => {
      // Not awaited, because the posts arrive over the same connection.
      if (response.type === 'hashes') void fetcher.fetch(link, response.hashes, about).catch(ignoreError);
      return false;
    });
  /** Keeps a request open. Some programs end it when they have no posts yet, or at a later request for the channel; then it is sent again. */
  const follow = async (request: CableRequest, about: About): Promise<void> => {
    let asked = await open(request, about);
    const keepOpen = async (): Promise<void> => {
      for (let waitMs = FIRST_WAIT_MS; (await asked.done) === 'ended'; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
        await sleep(waitMs, undefined, { ref: false });
        asked = await open(request, about);
      }
    };
    // It ends with the connection.
    void keepOpen().catch(ignoreError);
  };
  await follow({ type: 'state', channel, future: 1 }, { kind: 'state', channel: key });
  // Before the request for new posts: some programs end the first request when a second one for the channel arrives.
  await readHistory(options, link, channel);
  const timeStart = Math.max(0, now().getTime() - WINDOW_MS);
  await follow({ type: 'timeRange', channel, timeStart, timeEnd: 0, limit: 0 }, { kind: 'range', channel: key });
}

/** Requests pages, newest first. A page that is not full is the last one. */
async function readHistory(
  { pool, cabal, requests, fetcher, page: pageSize }: SyncOptions,
  link: Link,
  channel: string,
): Promise<void> {
  const about: About = { kind: 'range', channel: channelKey(channel) };
  let timeEnd = Number.MAX_SAFE_INTEGER;
  let limit = pageSize;
  for (;;) {
    const page: Buffer[] = [];
    const request = { type: 'timeRange', channel, timeStart: 0, timeEnd, limit } as const;
    const { done } = await requests.ask(link, request, async (response) => {
      if (response.type === 'hashes') page.push(...response.hashes.slice(0, limit - page.length));
      return false;
    });
    if ((await done) === 'lost') return;
    await fetcher.fetch(link, page, about);
    const oldest = await oldestOf(pool, cabal, page);
    if (page.length < limit || oldest === null) return;
    // The oldest millisecond may have more posts than fit into the page.
    if (oldest + 1 < timeEnd) timeEnd = oldest + 1;
    else if (limit < MAX_HASHES) limit = Math.min(limit * 4, MAX_HASHES);
    else timeEnd = oldest;
    if (timeEnd === 0) return;
  }
}

function ignoreError(): void {}
