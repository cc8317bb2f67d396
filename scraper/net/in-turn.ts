/** A request when it is its turn: what came of it says when the next one may go the same way, and to the same host. */
import type { HostClock } from './host-clock.ts';

export interface TurnOptions {
  readonly clock: HostClock;
  readonly url: string;
  /** What the proxy is called that leads there; null without one. */
  readonly way: string | null;
  /** Between two requests to a host that is not `ownOrigin`. */
  readonly hostDelayMs: number;
  readonly ownOrigin: string | null;
  readonly burst?: number | undefined;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly kind: string;
  readonly retryAfterMs?: number | null;
  readonly byProxy?: true;
}

/** A proxy that leads nowhere is left alone as a host would be, and its hosts are blamed for nothing. */
export async function requestInTurn<A extends Answered>(order: TurnOptions, ask: () => Promise<A>): Promise<A> {
  const { clock, way, hostDelayMs, ownOrigin, burst, signal } = order;
  const { host, origin } = new URL(order.url);
  if (way !== null) await clock.turn(way, 0, signal, burst);
  await clock.turn(host, origin === ownOrigin ? 0 : hostDelayMs, signal, burst);
  const answer = await ask();
  if (way !== null && answer.byProxy === true) {
    await clock.rest(way, null, signal);
    return answer;
  }
  if (way !== null) await clock.answered(way, signal);
  if (answer.kind === 'slow-down') await clock.rest(host, answer.retryAfterMs ?? null, signal);
  else if (answer.kind === 'failed') await clock.rest(host, null, signal);
  else await clock.answered(host, signal);
  return answer;
}
