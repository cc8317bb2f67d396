import { Redis } from 'ioredis';

/** A client that never connects, as while Redis is unavailable. */
export const REDIS_AWAY = new Redis({ lazyConnect: true, retryStrategy: () => null });
REDIS_AWAY.on('error', () => undefined);
REDIS_AWAY.disconnect();
