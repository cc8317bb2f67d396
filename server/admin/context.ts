import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { UsualPace } from '../../mappings/board-settings/pace.ts';
import type { ArchiveWatch } from '../archive/watch.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { ApiKeys } from './api-keys.ts';
import { SessionCookie } from './sessions/cookie.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInDesk, TRY_WINDOW_MS } from './sessions/sign-in.ts';
import { TryCounts } from './sessions/attempt-counter.ts';

export interface AdminOptions {
  readonly pool: pg.Pool;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis | null;
  readonly archive: ArchiveWatch;
  readonly indexPrefix: string;
  readonly queuePrefix: string;
  readonly publicUrl: string | null;
  /** Of scrapers, as far as this process knows. */
  readonly pace: UsualPace;
  readonly clock: () => Date;
}

/** What the routes for admins share. */
export interface AdminHouse extends AdminOptions {
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly cookie: SessionCookie;
  readonly desk: SignInDesk;
}

export function createAdminHouse(options: AdminOptions): AdminHouse {
  const { pool, redis, queuePrefix, publicUrl, clock } = options;
  const sessions = new Sessions(pool, clock);
  const tries = new TryCounts({ redis, prefix: `${queuePrefix}-sign-in-`, windowMs: TRY_WINDOW_MS, clock });
  return {
    ...options,
    sessions,
    keys: new ApiKeys(pool, clock),
    cookie: new SessionCookie(publicUrl),
    desk: new SignInDesk({ pool, sessions, tries, wait }),
  };
}
