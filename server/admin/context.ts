import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { MetNeeds } from '../../mappings/board-settings/needs.ts';
import type { DefaultPace } from '../../mappings/board-settings/pace.ts';
import type { PostgresProbe } from '../visibility/postgres-probe.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import type { RemovalLog } from '../../platform/removal-log.ts';
import { ApiKeys } from './api-keys.ts';
import { RelyingParty } from './passkeys/relying-party.ts';
import { ChallengeCookie } from './sessions/challenge-cookie.ts';
import { SessionCookie } from './sessions/cookie.ts';
import { DeviceCookie } from './sessions/device-cookie.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInLimits } from './sessions/sign-in-limits.ts';
import { SignInService } from './sessions/sign-in.ts';

export interface AdminOptions {
  readonly pool: pg.Pool;
  readonly elasticsearch: Elasticsearch;
  readonly redis: Redis;
  readonly postgres: PostgresProbe;
  readonly indexPrefix: string;
  readonly queuePrefix: string;
  readonly publicUrl: string | null;
  /** Signs device cookies. */
  readonly secret: string;
  /** The scrapers' default pace as this server's environment sets it; scrapers on other hosts may have another. */
  readonly pace: DefaultPace;
  /** Requirements of board settings that this server's environment meets. */
  readonly met: MetNeeds;
  readonly clock: () => Date;
  readonly removals: RemovalLog;
}

/** Stores and services of the admin routes. */
export interface AdminContext extends AdminOptions {
  readonly sessions: Sessions;
  readonly keys: ApiKeys;
  readonly cookie: SessionCookie;
  readonly devices: DeviceCookie;
  readonly challenges: ChallengeCookie;
  /** null if passkeys cannot be used at the archive's address. */
  readonly party: RelyingParty | null;
  readonly signIns: SignInService;
}

export function createAdminContext(options: AdminOptions): AdminContext {
  const { pool, redis, queuePrefix, publicUrl, secret, clock } = options;
  const party = RelyingParty.at(publicUrl);
  const limits = new SignInLimits({ redis, prefix: `${queuePrefix}-sign-in-`, clock });
  return {
    ...options,
    sessions: new Sessions(pool),
    keys: new ApiKeys(pool, clock),
    cookie: new SessionCookie(publicUrl),
    devices: new DeviceCookie({ publicUrl, secret, clock }),
    challenges: new ChallengeCookie(publicUrl),
    party,
    signIns: new SignInService({ pool, limits, wait, clock, party }),
  };
}
