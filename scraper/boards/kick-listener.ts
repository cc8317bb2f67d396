/**
 * Delivers kicks to the pollers of this process: config kicks to all of them, a kick of a forum to the one that holds it. Kicks wait in
 * Redis until they are taken, so none is lost while a forum changes hands or Redis reconnects.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { configKickChannel, pendingKicksKey, updateKickChannel, type Kicks } from '../../mappings/kick.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';

/** Notifies one poller of kicks. */
export interface KickSubscription {
  /** Listens to exactly these forums, by base address. */
  follow(baseUrls: readonly string[]): void;
  /** Resolves at the next kick (also one since the last wait), after `ms`, or when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Takes the waiting kicks of the followed forums. */
  take(): Promise<Kicks>;
  close(): void;
}

export interface KickListener {
  /** A subscription that wakes on config kicks, and on kicks of the forums that it follows. */
  subscribe(): KickSubscription;
  close(): void;
}

export interface KickListenerOptions {
  /** A separate connection: a subscribed connection can run no other commands. */
  readonly listener: Redis;
  readonly redis: Redis;
  readonly prefix: string;
  readonly logger: Logger;
}

export function createKickListener({ listener, redis, prefix, logger }: KickListenerOptions): KickListener {
  const listeners = new Map<string, Set<() => void>>();
  const config = configKickChannel(prefix);
  listener.on('message', (channel: string) => {
    for (const notify of listeners.get(channel) ?? []) notify();
  });

  /** Not awaited: Redis may be unavailable, and the next poll finds the waiting kicks. */
  const change = (what: 'subscribe' | 'unsubscribe', channel: string) => {
    listener[what](channel).catch((error: unknown) => {
      logger.debug({ err: toError(error), channel }, 'cannot change the subscription to kicks');
    });
  };
  const listen = (channel: string, notify: () => void) => {
    const others = listeners.get(channel);
    listeners.set(channel, new Set([...(others ?? []), notify]));
    if (others === undefined) change('subscribe', channel);
  };
  const leave = (channel: string, notify: () => void) => {
    const remaining = listeners.get(channel);
    remaining?.delete(notify);
    if (remaining?.size !== 0) return;
    listeners.delete(channel);
    change('unsubscribe', channel);
  };

  return {
    subscribe() {
      let isNotified = false;
      let wake: (() => void) | undefined;
      let followed: readonly string[] = [];
      const notify = () => {
        isNotified = true;
        wake?.();
      };
      listen(config, notify);
      return {
        follow(baseUrls) {
          const before = followed;
          followed = baseUrls;
          for (const base of before) if (!baseUrls.includes(base)) leave(updateKickChannel(prefix, base), notify);
          for (const base of baseUrls) if (!before.includes(base)) listen(updateKickChannel(prefix, base), notify);
        },
        async wait(ms, signal) {
          const stop = new AbortController();
          wake = () => stop.abort();
          if (isNotified) wake();
          await sleep(ms, undefined, { signal: AbortSignal.any([signal, stop.signal]) }).catch(() => undefined);
          wake = undefined;
          isNotified = false;
        },
        async take() {
          const kicked = new Map<number | null, string | null>();
          for (const base of followed) {
            const key = pendingKicksKey(prefix, base);
            // While Redis is unavailable the board is polled without kicks.
            const answers = await redis
              .multi()
              .hgetall(key)
              .del(key)
              .exec()
              .catch(() => null);
            const requests = (answers?.[0]?.[1] ?? {}) as Readonly<Record<string, string>>;
            for (const [kick, id] of Object.entries(requests))
              kicked.set(/^\d+$/.test(kick) ? Number(kick) : null, id === '' ? null : id);
          }
          return kicked;
        },
        close() {
          leave(config, notify);
          for (const base of followed) leave(updateKickChannel(prefix, base), notify);
        },
      };
    },
    close() {
      listeners.clear();
      listener.disconnect();
    },
  };
}
