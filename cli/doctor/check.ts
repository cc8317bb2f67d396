/** The form of a check of `sagasu doctor`. Each file of this folder declares the checks of one subject; all-checks.ts lists them. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Overview } from '../../mappings/contract/overview.ts';
import type { Config, Environment } from '../../platform/config.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';

/** error: something is lost, broken or open to others · warning: it will be · note: it could be better. */
export const LEVELS = ['error', 'warning', 'note'] as const;
export type Level = (typeof LEVELS)[number];

/** `schema` stands for a database that has all migrations of this version. */
export type Need = 'postgresql' | 'schema' | 'redis' | 'elasticsearch';

export interface DoctorContext {
  readonly config: Config;
  readonly env: Environment;
  /** Connects as the owner of the database. */
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly redis: Redis;
  /** null when no Redis is known. */
  readonly redisUrl: string | null;
  readonly elasticsearch: Elasticsearch;
  readonly elasticsearchUrls: readonly string[];
  /** The overview of staff, read once. */
  readonly overview: () => Promise<Overview>;
  readonly now: () => Date;
  /** The folder in which Linux describes itself: /proc. */
  readonly proc: string;
}

export interface Fault {
  /** A sentence without its full stop. */
  readonly text: string;
  /** In place of those of the check. */
  readonly level?: Level;
  readonly fix?: string;
}

export interface Check {
  /** Subject and name, such as `redis.eviction`. */
  readonly name: string;
  readonly level: Level;
  readonly needs?: readonly Need[];
  /** The consequences of a fault, in one or two sentences. */
  readonly meaning: string;
  /** The command that removes the fault, or the place in the docs that does. */
  readonly fix: string;
  /** Returns the faults; none on a healthy archive. An error means that the check could not be made. */
  readonly run: (context: DoctorContext) => Promise<readonly Fault[]>;
  /** Removes the faults that `run` finds. Only checks whose repair can neither lose data nor interrupt readers have it. */
  readonly repair?: (context: DoctorContext) => Promise<void>;
}

/** One fault if the condition holds, otherwise none. */
export function faultIf(condition: boolean, text: string, more: Omit<Fault, 'text'> = {}): readonly Fault[] {
  return condition ? [{ text, ...more }] : [];
}
