/** Counts the requests to the site, to measure the load that a scraper causes. Times are in milliseconds. */
export type PathKind =
  | 'boards'
  | 'threads'
  | 'catalog'
  | 'archive'
  | 'page'
  | 'thread'
  | 'tail'
  | 'file'
  | 'thumbnail'
  | 'other';

interface Tally {
  requests: number;
  notModified: number;
  refused: number;
  bytes: number;
  maxPerSecond: number;
  maxPer10Seconds: number;
}

export interface Traffic {
  /** Called when a request arrives, before it is answered. */
  arrived(kind: PathKind, path: string, at: number): void;
  answered(kind: PathKind, status: number, bytes: number): void;
  report(at: number): TrafficReport;
  reset(at: number): void;
}

interface TrafficReport {
  readonly seconds: number;
  readonly all: TallyReport;
  readonly kinds: Readonly<Record<string, TallyReport>>;
  /** Requests per path, for the first 10,000 paths. */
  readonly paths: Readonly<Record<string, number>>;
}

interface TallyReport {
  readonly requests: number;
  readonly not_modified: number;
  /** Answered with 4xx or 5xx. */
  readonly refused: number;
  readonly bytes: number;
  readonly per_second: number;
  readonly max_in_1s: number;
  readonly max_in_10s: number;
}

const SECOND = 1000;
const TEN_SECONDS = 10_000;
const MAX_PATHS = 10_000;

/** `now`: milliseconds from any origin, the same as in later calls. */
export function createTraffic(now: number): Traffic {
  let since = now;
  let all = emptyCounter();
  let kinds = new Map<PathKind, Counter>();
  let paths = new Map<string, number>();
  const countersOf = (kind: PathKind): Counter[] => {
    const counter = kinds.get(kind) ?? emptyCounter();
    kinds.set(kind, counter);
    return [all, counter];
  };
  return {
    arrived: (kind, path, at) => {
      for (const counter of countersOf(kind)) count(counter, at);
      if (paths.has(path) || paths.size < MAX_PATHS) paths.set(path, (paths.get(path) ?? 0) + 1);
    },
    answered: (kind, status, bytes) => {
      for (const { tally } of countersOf(kind)) {
        tally.bytes += bytes;
        if (status === 304) tally.notModified++;
        if (status >= 400) tally.refused++;
      }
    },
    report: (at) => {
      const seconds = (at - since) / SECOND;
      return {
        seconds,
        all: reportOf(all.tally, seconds),
        kinds: Object.fromEntries([...kinds].map(([kind, { tally }]) => [kind, reportOf(tally, seconds)])),
        paths: Object.fromEntries(paths),
      };
    },
    reset: (at) => {
      since = at;
      all = emptyCounter();
      kinds = new Map();
      paths = new Map();
    },
  };
}

interface Counter {
  readonly tally: Tally;
  /** Times of the requests in the last ten seconds. */
  recent: number[];
}

function emptyCounter(): Counter {
  const tally = { requests: 0, notModified: 0, refused: 0, bytes: 0, maxPerSecond: 0, maxPer10Seconds: 0 };
  return { tally, recent: [] };
}

/** A window excludes its older end: two requests exactly one second apart are not within one second. */
function count(counter: Counter, at: number): void {
  counter.recent = counter.recent.filter((time) => time > at - TEN_SECONDS);
  counter.recent.push(at);
  const { tally, recent } = counter;
  tally.requests++;
  tally.maxPer10Seconds = Math.max(tally.maxPer10Seconds, recent.length);
  tally.maxPerSecond = Math.max(tally.maxPerSecond, recent.filter((time) => time > at - SECOND).length);
}

function reportOf(tally: Tally, seconds: number): TallyReport {
  return {
    requests: tally.requests,
    not_modified: tally.notModified,
    refused: tally.refused,
    bytes: tally.bytes,
    per_second: seconds > 0 ? tally.requests / seconds : 0,
    max_in_1s: tally.maxPerSecond,
    max_in_10s: tally.maxPer10Seconds,
  };
}
