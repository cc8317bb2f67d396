/** Sending kicks: whoever asks for a harvest now, by the API or at the command line, does it here. */
import type { Redis } from 'ioredis';
import { configKickChannel, forumBase, pendingKicksKey, updateKickChannel, type KickTarget } from '../mappings/kick.ts';

/** What nobody has taken after so long is no news any more. */
const PENDING_SECONDS = 120;
/** Of one forum. A thread that is kicked twice waits once. */
const MOST_PENDING = 50;

function memberOf({ thread }: KickTarget): number | 'board' {
  return thread ?? 'board';
}

/** KEYS[1] the forum's set. ARGV: what is kicked, most that wait, seconds, the channel. */
const KICK = `
if redis.call('sismember', KEYS[1], ARGV[1]) == 0 and redis.call('scard', KEYS[1]) >= tonumber(ARGV[2]) then return -1 end
redis.call('sadd', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ARGV[3])
return redis.call('publish', ARGV[4], ARGV[1])`;

/**
 * Kicks the one harvester that holds the forum. Returns how many heard it (none while the forum changes hands: whoever
 * takes it up finds the kick), or null when so many kicks wait there that this one would not be served soon.
 */
export async function sendUpdateKick(redis: Redis, prefix: string, target: KickTarget): Promise<number | null> {
  const base = forumBase(target.forum);
  const heard = await redis.eval(
    KICK,
    1,
    pendingKicksKey(prefix, base),
    memberOf(target),
    MOST_PENDING,
    PENDING_SECONDS,
    updateKickChannel(prefix, base),
  );
  return Number(heard) < 0 ? null : Number(heard);
}

/** Whether this is kicked already and nobody has taken it yet. */
export async function isKickWaiting(redis: Redis, prefix: string, target: KickTarget): Promise<boolean> {
  return (await redis.sismember(pendingKicksKey(prefix, forumBase(target.forum)), memberOf(target))) === 1;
}

/** Has all scraper processes read boards and settings anew. Returns how many heard it. */
export async function sendConfigKick(redis: Redis, prefix: string): Promise<number> {
  return redis.publish(configKickChannel(prefix), 'config');
}
