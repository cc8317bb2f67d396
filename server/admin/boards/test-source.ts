/** Asks a scraper to test the source of a board before it is added. The server itself sends no requests to addresses that people type. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { AddBoard } from '../../../mappings/contract/board-management.ts';
import type { SourceTest } from '../../../mappings/contract/source-test.ts';
import {
  SOURCE_TEST_MS,
  sourceTestChannel,
  sourceTestKey,
  type SourceTestRequest,
} from '../../../mappings/source-test.ts';
import { UnavailableError } from '../../../platform/errors.ts';
import { currentRequestId } from '../../../platform/request-id.ts';
import { RefusedError } from '../../shared/errors.ts';
import { inputOf, validInput } from './manage.ts';

export interface SourceTestOptions {
  readonly redis: Redis;
  readonly queuePrefix: string;
}

const ASK_EVERY_MS = 100;
/** The scraper's own limit ends first. */
const WAIT_MS = SOURCE_TEST_MS + 4_000;

/** @throws RefusedError 400 `board_invalid`, 503 `scraper_away`; UnavailableError without Redis */
export async function testBoardSource(
  { redis, queuePrefix }: SourceTestOptions,
  added: AddBoard,
  signal: AbortSignal,
): Promise<SourceTest> {
  const { name, url, mediaUrl, sourceName = name } = validInput(inputOf(added));
  const id = randomUUID();
  const request: SourceTestRequest = {
    id,
    requestId: currentRequestId(),
    board: { name, source: added.source, sourceName, url: withoutSlash(url), mediaUrl: withoutSlash(mediaUrl) },
  };
  const scrapers = await redis.publish(sourceTestChannel(queuePrefix), JSON.stringify(request)).catch(redisAway);
  if (scrapers === 0) throw new RefusedError(503, 'scraper_away', 'No scraper runs that could test the address.');
  const key = sourceTestKey(queuePrefix, id);
  const end = performance.now() + WAIT_MS;
  while (performance.now() < end) {
    const answer = await redis.getdel(key).catch(redisAway);
    if (answer !== null) return JSON.parse(answer) as SourceTest;
    await sleep(ASK_EVERY_MS, undefined, { signal });
  }
  throw new RefusedError(503, 'scraper_away', 'The scraper did not answer. Try again in some seconds.');
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function redisAway(error: unknown): never {
  throw new UnavailableError('redis', 'Redis, which carries the test to a scraper, is out of reach.', { cause: error });
}
