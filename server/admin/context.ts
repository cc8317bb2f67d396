import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { UsualPace } from '../../mappings/board-settings/pace.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { ApiKeys } from './api-keys.ts';
import { AttemptCounter } from './sessions/attempt-counter.ts';
import { SessionCookie } from './sessions/cookie.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInService, ATTEMPT_WINDOW_MS } from './sessions/sign-in.ts';

export interface AdminOptions {
  readonly pool: pg.Pool;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis | null;
  readonly postgres: PostgresProbe;
  readonly indexPrefix: string;
  readonly queuePrefix: string;
  readonly publicUrl: string | null;
  /** The scrapers' default pace, as this server's environment sets it; scrapers on other hosts may differ. */
  readonly pace: UsualPace;
  readonly clock: () => Date;
}

/** Stores and services of the admin routes. */
export interface AdminContext extends AdminOptions {
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly cookie: SessionCookie;
  readonly signIns: SignInService;
}

export function createAdminContext(options: AdminOptions): AdminContext {
  const { pool, redis, queuePrefix, publicUrl, clock } = options;
  const sessions = new Sessions(pool, clock);
  const attempts = new AttemptCounter({ redis, prefix: `${queuePrefix}-sign-in-`, windowMs: ATTEMPT_WINDOW_MS, clock });
  return {
    ...options,
    sessions,
    keys: new ApiKeys(pool, clock),
    cookie: new SessionCookie(publicUrl),
    signIns: new SignInService({ pool, sessions, attempts, wait }),
  };
}
