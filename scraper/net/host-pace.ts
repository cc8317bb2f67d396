/**
 * When a host may be requested: the crawl delay separates requests, and the back-off pauses them after refusals. One small state,
 * on the clock of the store that keeps it. Pure.
 */
export interface HostState {
  /** Earliest time of the next ordinary request, ms. Each request that was sent early adds a delay. */
  readonly next: number;
  /** No requests before this time, ms. */
  readonly until: number;
  /** How often the next back-off is doubled; each success reduces it by one. */
  readonly level: number;
  /** While the circuit breaker is open, one request is sent at a time: until its response, or until this time, ms. */
  readonly probe: number;
}

export const IDLE_HOST: HostState = { next: 0, until: 0, level: 0, probe: 0 };

const FIRST_BACK_OFF_MS = 2_000;
const LONGEST_BACK_OFF_MS = 600_000;
/** 2 s · 2^9 exceeds the longest back-off. */
const MAX_LEVEL = 9;
/** Limit of back-offs and of Retry-After. */
export const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Requests that may be sent before their delay. Later requests wait for the skipped delays, so any period has at most this many
 * requests more than delays.
 */
export const MAX_BURST = 5;

/** After this many consecutive refusals the circuit breaker opens: requests are sent one at a time. */
const OPEN_LEVEL = 3;
/** The process that sent the single request may have died. Longer than any request may take. */
const PROBE_MS = 150_000;

export type Turn =
  | { readonly granted: true; readonly state: HostState }
  /** `state`: the new state to store. If it cannot be stored, call again with the current one. */
  | { readonly granted: false; readonly waitMs: number; readonly state?: HostState };

/**
 * Takes a turn if one is free now, or returns how long to wait before trying again. `burst`: how many requests, this one
 * included, may be ahead of their delays; at most MAX_BURST.
 */
export function takeTurn(state: HostState, now: number, delayMs: number, burst = 0): Turn {
  // Times further ahead than possible come from a clock that was set back. They are cut once: cutting at each try would never end the
  // wait.
  const next = Math.min(state.next, now + delayMs * (MAX_BURST + 1));
  const until = Math.min(state.until, now + LONGEST_PAUSE_MS);
  const probe = Math.min(state.probe, now + PROBE_MS);
  const waitMs = Math.max(next - delayMs * Math.min(burst, MAX_BURST), until, probe) - now;
  const isCut = next < state.next || until < state.until || probe < state.probe;
  if (waitMs > 0) return { granted: false, waitMs, ...(isCut && { state: { ...state, next, until, probe } }) };
  const { level } = state;
  const isOpen = level >= OPEN_LEVEL;
  return {
    granted: true,
    state: { next: Math.max(next, now) + delayMs, until, level, probe: isOpen ? now + PROBE_MS : 0 },
  };
}

/** After a refusal, with or without Retry-After. Refusals of concurrent requests count as one. */
export function backOff(state: HostState, now: number, retryAfterMs: number | null): HostState {
  const pausing = state.until > now;
  const doubled = Math.min(FIRST_BACK_OFF_MS * 2 ** state.level, LONGEST_BACK_OFF_MS);
  const pause = Math.min(Math.max(retryAfterMs ?? 0, pausing ? 0 : doubled), LONGEST_PAUSE_MS);
  return {
    next: state.next,
    until: Math.max(state.until, now + pause),
    level: pausing ? state.level : Math.min(state.level + 1, MAX_LEVEL),
    probe: 0,
  };
}

/** After a success. */
export function recover(state: HostState): HostState {
  return { ...state, level: Math.max(state.level - 1, 0), probe: 0 };
}
