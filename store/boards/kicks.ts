/** Sends kicks: requests for a harvest now, made by the API and at the command line. They wait in Redis for the scraper. */
import type { Redis } from 'ioredis';
import {
  configKickChannel,
  forumBase,
  pendingKicksKey,
  updateKickChannel,
  type KickTarget,
} from '../../mappings/kick.ts';
import { currentRequestId } from '../../platform/request-id.ts';

/** A kick that no scraper has taken expires after this time. */
const PENDING_SECONDS = 120;
/** Waiting kicks per forum. A thread that is kicked twice waits once. */
const MAX_PENDING = 50;

function memberOf({ thread }: KickTarget): number | 'board' {
  return thread ?? 'board';
}

/**
 * KEYS[1] the forum's hash of kicks with the ids of their requests. ARGV: kick, most kicks, seconds, channel, id. Returns the number of
 * listeners, or -1 for a full hash. A repeated kick keeps the first id.
 */
const KICK = `
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 and redis.call('hlen', KEYS[1]) >= tonumber(ARGV[2]) then return -1 end
redis.call('hsetnx', KEYS[1], ARGV[1], ARGV[5])
redis.call('expire', KEYS[1], ARGV[3])
return redis.call('publish', ARGV[4], ARGV[1])`;

/**
 * Kicks the scraper that holds the forum. Returns how many scrapers received it; 0 while the forum changes hands, and then the
 * next holder finds the kick. Returns null when too many kicks are waiting for this forum.
 */
export async function sendUpdateKick(redis: Redis, prefix: string, target: KickTarget): Promise<number | null> {
  const base = forumBase(target.forum);
  const received = await redis.eval(
    KICK,
    1,
    pendingKicksKey(prefix, base),
    memberOf(target),
    MAX_PENDING,
    PENDING_SECONDS,
    updateKickChannel(prefix, base),
    currentRequestId() ?? '',
  );
  return Number(received) < 0 ? null : Number(received);
}

/** True if the same kick is already waiting. */
export async function isKickWaiting(redis: Redis, prefix: string, target: KickTarget): Promise<boolean> {
  return (await redis.hexists(pendingKicksKey(prefix, forumBase(target.forum)), String(memberOf(target)))) === 1;
}

/** Makes all scraper processes reload boards and settings. Returns how many received it. */
export async function sendConfigKick(redis: Redis, prefix: string): Promise<number> {
  return redis.publish(configKickChannel(prefix), 'config');
}
