/**
 * Limits of the programs with the deployed layout. They count bytes where the specification counts code points, accept only two info keys,
 * and crash on other posts.
 */
import type { CablePost } from './post.ts';
import { MAX_CHANNEL, MAX_NAME, MAX_TOPIC } from './limits.ts';

const KNOWN_KEYS: ReadonlySet<string> = new Set(['name', 'accept-role']);

export function isChannelSafe(channel: string): boolean {
  return Buffer.byteLength(channel) <= MAX_CHANNEL;
}

/** Whether a program with the deployed layout can read the post without a crash. */
export function isSafeForDeployed(post: CablePost): boolean {
  if ('channel' in post && !isChannelSafe(post.channel)) return false;
  if (post.type === 'topic') return Buffer.byteLength(post.topic) <= MAX_TOPIC;
  if (post.type !== 'info') return true;
  return post.info.every(([key, value]) => KNOWN_KEYS.has(key) && (key !== 'name' || value.length <= MAX_NAME));
}
