import type { Redis } from 'ioredis';
import { Counter, type Registry } from 'prom-client';
import type { Config } from '../../platform/config.ts';
import { createCallers, type CallersOptions } from '../limits/callers.ts';
import { CrawlDelay } from '../limits/crawl-delay.ts';
import type { ReaderPass } from '../limits/reader-pass.ts';
import { RefusalPenalty } from '../limits/refusal-penalty.ts';
import { TokenBuckets } from '../limits/token-buckets.ts';
import type { RateLimitOptions } from './plugins/rate-limit.ts';

interface Options extends Omit<CallersOptions, 'readerLimit' | 'keyLimit' | 'adminLimit' | 'pass'> {
  readonly pass: ReaderPass;
  readonly redis: Redis;
  readonly clock: () => Date;
  readonly config: Pick<
    Config,
    'crawlDelay' | 'proofWhileBusy' | 'queuePrefix' | 'rateLimit' | 'rateLimitAdmin' | 'rateLimitKey'
  >;
  readonly registry: Registry;
}

const now = () => performance.now();

/** How callers of this server are recognized and limited. */
export function createRateLimit({ redis, clock, config, registry, ...callers }: Options): RateLimitOptions {
  const refusals = new Counter({
    name: 'sagasu_crawl_delay_refusals_total',
    help: 'Requests of crawlers that were refused because they came earlier than the Crawl-delay of robots.txt allows.',
    registers: [registry],
  });
  return {
    buckets: new TokenBuckets({ redis, prefix: `${config.queuePrefix}-bucket-`, clock }),
    pass: config.proofWhileBusy ? null : callers.pass,
    penalty: new RefusalPenalty({ now }),
    crawlDelay: new CrawlDelay({ seconds: config.crawlDelay, now, refusals }),
    callerOf: createCallers({
      ...callers,
      readerLimit: config.rateLimit,
      keyLimit: config.rateLimitKey,
      adminLimit: config.rateLimitAdmin,
    }),
  };
}
