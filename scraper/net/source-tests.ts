/** Answers tests of sources that servers send over Redis. The first scraper that takes a test makes its requests. */
import type { Redis } from 'ioredis';
import type { SourceTest } from '../../mappings/contract/source-test.ts';
import {
  SOURCE_TEST_MS,
  sourceTestChannel,
  sourceTestKey,
  type SourceTestRequest,
} from '../../mappings/source-test.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { withRequestId } from '../../platform/request-id.ts';
import { sourceOf } from '../sources/registry.ts';
import type { Fetcher } from './fetch.ts';
import { testSource } from './test-source.ts';

export interface SourceTestsOptions {
  /** A connection that only subscribes. */
  readonly listener: Redis;
  readonly redis: Redis;
  readonly prefix: string;
  readonly fetcher: Fetcher;
  readonly hostDelayMs: number;
  readonly ownOrigin: string | null;
  readonly logger: Logger;
}

const ANSWER_SECONDS = 60;
/** More tests at once are left to other scrapers. */
const MAX_RUNNING = 4;

/** Answers tests until the signal aborts. */
export function answerSourceTests(options: SourceTestsOptions, signal: AbortSignal): void {
  const { listener, prefix, logger } = options;
  const channel = sourceTestChannel(prefix);
  let running = 0;
  listener.on('message', (from: string, message: string) => {
    if (from !== channel || signal.aborted || running >= MAX_RUNNING) return;
    running++;
    answer(options, message, signal)
      .catch((error: unknown) => logger.warn({ err: toError(error) }, 'cannot answer the test of a source'))
      .finally(() => running--);
  });
  listener.subscribe(channel).catch((error: unknown) => {
    logger.debug({ err: toError(error), channel }, 'cannot subscribe to tests of sources');
  });
}

async function answer(options: SourceTestsOptions, message: string, signal: AbortSignal): Promise<void> {
  const test = JSON.parse(message) as SourceTestRequest;
  await withRequestId(test.requestId, async () => answerTest(options, test, signal));
}

async function answerTest(
  options: SourceTestsOptions,
  { id, board }: SourceTestRequest,
  signal: AbortSignal,
): Promise<void> {
  const { redis, prefix, fetcher, hostDelayMs, ownOrigin, logger } = options;
  const key = sourceTestKey(prefix, id);
  const isMine = await redis.set(`${key}:taken`, '1', 'EX', ANSWER_SECONDS, 'NX');
  if (isMine === null) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SOURCE_TEST_MS)]);
  const delayMs = new URL(board.url).origin === ownOrigin ? 0 : hostDelayMs;
  const result = await testSource(sourceOf(board.source), board, {
    fetcher,
    delayMs,
    withSample: true,
    signal: limit,
  }).catch((error: unknown): SourceTest => {
    if (signal.aborted || !limit.aborted) throw error;
    const nothing = { title: null, worksafe: null, threads: null, posts: null, months: null, sample: null };
    return { outcome: 'timed_out', detail: null, boards: [], ...nothing };
  });
  logger.info({ url: board.url, board: board.sourceName, outcome: result.outcome }, 'tested a source');
  await redis.set(key, JSON.stringify(result), 'EX', ANSWER_SECONDS);
}
