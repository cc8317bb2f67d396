/**
 * Brings kicks to the harvesters of this process: config kicks to all of them, a kick of a forum to the one that holds it.
 * What is kicked stands in Redis until it is taken, so none is lost while a forum changes hands or Redis reconnects.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { configKickChannel, pendingKicksKey, updateKickChannel } from '../../mappings/kick.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';

/** What rings when a harvester is kicked. */
export interface KickSubscription {
  /** Listens to these forums, by base address, and to no others. */
  follow(baseUrls: readonly string[]): void;
  /** Until somebody rings, so many milliseconds, or the signal aborts. What rang before counts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** What was kicked of the followed forums: threads, and null for the board as a whole. It is nobody else's from now on. */
  take(): Promise<ReadonlySet<number | null>>;
  close(): void;
}

export interface KickListener {
  /** A subscription that config kicks ring, and kicks of the forums that it follows. */
  subscribe(): KickSubscription;
  close(): void;
}

export interface KickListenerOptions {
  /** A connection of its own: one that listens can do nothing else. */
  readonly listener: Redis;
  readonly redis: Redis;
  readonly prefix: string;
  readonly logger: Logger;
}

export function createKickListener({ listener, redis, prefix, logger }: KickListenerOptions): KickListener {
  const rings = new Map<string, Set<() => void>>();
  const config = configKickChannel(prefix);
  listener.on('message', (channel: string) => {
    for (const ring of rings.get(channel) ?? []) ring();
  });

  /** Nobody waits for it: Redis may be away, and what is kicked meanwhile is found at the next look. */
  const change = (what: 'subscribe' | 'unsubscribe', channel: string) => {
    listener[what](channel).catch((error: unknown) => {
      logger.debug({ err: toError(error), channel }, 'kicks are not heard');
    });
  };
  const listen = (channel: string, ring: () => void) => {
    const others = rings.get(channel);
    rings.set(channel, new Set([...(others ?? []), ring]));
    if (others === undefined) change('subscribe', channel);
  };
  const leave = (channel: string, ring: () => void) => {
    const listeners = rings.get(channel);
    listeners?.delete(ring);
    if (listeners?.size !== 0) return;
    rings.delete(channel);
    change('unsubscribe', channel);
  };

  return {
    subscribe() {
      let hasRung = false;
      let wake: (() => void) | undefined;
      let followed: readonly string[] = [];
      const ring = () => {
        hasRung = true;
        wake?.();
      };
      listen(config, ring);
      return {
        follow(baseUrls) {
          const before = followed;
          followed = baseUrls;
          for (const base of before) if (!baseUrls.includes(base)) leave(updateKickChannel(prefix, base), ring);
          for (const base of baseUrls) if (!before.includes(base)) listen(updateKickChannel(prefix, base), ring);
        },
        async wait(ms, signal) {
          const stop = new AbortController();
          wake = () => stop.abort();
          if (hasRung) wake();
          await sleep(ms, undefined, { signal: AbortSignal.any([signal, stop.signal]) }).catch(() => undefined);
          wake = undefined;
          hasRung = false;
        },
        async take() {
          const kicked = new Set<number | null>();
          for (const base of followed) {
            const key = pendingKicksKey(prefix, base);
            // Away or not: a look without kicks is a look all the same.
            const answers = await redis
              .multi()
              .smembers(key)
              .del(key)
              .exec()
              .catch(() => null);
            const members = (answers?.[0]?.[1] ?? []) as readonly string[];
            for (const member of members) kicked.add(/^\d+$/.test(member) ? Number(member) : null);
          }
          return kicked;
        },
        close() {
          leave(config, ring);
          for (const base of followed) leave(updateKickChannel(prefix, base), ring);
        },
      };
    },
    close() {
      rings.clear();
      listener.disconnect();
    },
  };
}
