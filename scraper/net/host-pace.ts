/**
 * When a host may be asked: two clocks in one small state, on the time of whoever keeps it. The crawl delay sets
 * requests apart; the back-off keeps away from a host that said no. Pure.
 */
export interface HostState {
  /** The next request of those that do not hurry may go then; ms. Ahead by a delay for each that was let go early. */
  readonly next: number;
  /** The host is left alone until then; ms. */
  readonly until: number;
  /** How often the next back-off is doubled; each good answer takes one off. */
  readonly level: number;
  /** While the breaker is open one request is under way at a time: until it is answered, or until then; ms. */
  readonly probe: number;
}

export const IDLE_HOST: HostState = { next: 0, until: 0, level: 0, probe: 0 };

const FIRST_BACK_OFF_MS = 2_000;
const LONGEST_BACK_OFF_MS = 600_000;
/** 2 s · 2^9 passes the longest back-off. */
const MAX_LEVEL = 9;
/** Neither a back-off nor a Retry-After lasts longer. */
export const LONGEST_REST_MS = 3_600_000;

/**
 * Requests that may go ahead of their time. The delays that they did not wait for are waited for afterwards, so no stretch
 * of time has more requests than delays in it, and these.
 */
export const MOST_BURST = 5;

/** After so many noes in a row the breaker is open. */
const OPEN_LEVEL = 3;
/** Whoever had the turn may have died with it. Longer than a request may take to be answered. */
const PROBE_MS = 150_000;

export type Turn =
  | { readonly granted: true; readonly state: HostState }
  | { readonly granted: false; readonly waitMs: number };

/**
 * Takes the slot that is free now, or says how long to wait before asking again. `burst`: requests that may have gone
 * ahead of their time once this one has, at most MOST_BURST.
 */
export function takeTurn(state: HostState, now: number, delayMs: number, burst = 0): Turn {
  // A clock that was set back must not stop the host for as long: nothing valid lies further ahead than this.
  const next = Math.min(state.next, now + delayMs * (MOST_BURST + 1));
  const until = Math.min(state.until, now + LONGEST_REST_MS);
  const probe = Math.min(state.probe, now + PROBE_MS);
  const waitMs = Math.max(next - delayMs * Math.min(burst, MOST_BURST), until, probe) - now;
  if (waitMs > 0) return { granted: false, waitMs };
  const { level } = state;
  const isOpen = level >= OPEN_LEVEL;
  return {
    granted: true,
    state: { next: Math.max(next, now) + delayMs, until, level, probe: isOpen ? now + PROBE_MS : 0 },
  };
}

/** The host said no, and perhaps for how long. Several noes to requests under way at once count as one. */
export function backOff(state: HostState, now: number, retryAfterMs: number | null): HostState {
  const resting = state.until > now;
  const doubled = Math.min(FIRST_BACK_OFF_MS * 2 ** state.level, LONGEST_BACK_OFF_MS);
  const rest = Math.min(Math.max(retryAfterMs ?? 0, resting ? 0 : doubled), LONGEST_REST_MS);
  return {
    next: state.next,
    until: Math.max(state.until, now + rest),
    level: resting ? state.level : Math.min(state.level + 1, MAX_LEVEL),
    probe: 0,
  };
}

/** The host answered as it should. */
export function recover(state: HostState): HostState {
  return { ...state, level: Math.max(state.level - 1, 0), probe: 0 };
}
