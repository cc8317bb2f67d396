/** The queues in front of the expensive work of a server, with their metrics. Each server has its own. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { CALLER_KINDS } from './caller-kinds.ts';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

export interface Queues {
  /** Requests to Elasticsearch. */
  readonly search: FairQueue;
  /** Pages whose answers come from Elasticsearch. They may wait there, so that other pages have a queue of their own. */
  readonly searchPages: FairQueue;
  /** All other pages. */
  readonly pages: FairQueue;
  /** A queue has been full for a while. */
  readonly isBusy: boolean;
}

/** With more waiting requests, the last would wait longer than readers are willing to. */
const MAX_WAITING = 50;
/**
 * A page takes 5 to 19 ms of the server, in several steps. With many pages at the same time each would take as long as all of them.
 */
const PAGES = 8;
/** While others are served, crawlers never have more than this part of the slots. */
const CRAWLERS = { crawler: 1 / 4 };
/** A page of a caller that waits at Elasticsearch behind readers must not hold up the pages of readers meanwhile. */
const PAGE_SHARES = { unknown: 1 / 2, ...CRAWLERS };

export function createQueues(
  registry: Registry,
  { searchConcurrency }: { readonly searchConcurrency: number },
): Queues {
  const queues = new Map<string, FairQueue>();
  const metrics = createQueueMetrics(registry, queues);
  const queueOf = (name: string, options: Pick<FairQueueOptions, 'slots' | 'shares'>) => {
    const queue = new FairQueue({
      ...options,
      capacity: MAX_WAITING,
      now: () => performance.now(),
      observer: {
        onStart: (kind, waitedMs) => metrics.waits.observe({ queue: name, kind }, waitedMs / 1000),
        onRefusal: (kind) => metrics.refusals.inc({ queue: name, kind }),
      },
    });
    queues.set(name, queue);
    return queue;
  };
  return {
    search: queueOf('search', { slots: searchConcurrency, shares: CRAWLERS }),
    searchPages: queueOf('search_pages', { slots: PAGES, shares: PAGE_SHARES }),
    pages: queueOf('pages', { slots: PAGES, shares: PAGE_SHARES }),
    get isBusy() {
      return [...queues.values()].some((queue) => queue.isBusy);
    },
  };
}

function createQueueMetrics(registry: Registry, queues: ReadonlyMap<string, FairQueue>) {
  const registers = [registry];
  const labelNames = ['queue', 'kind'] as const;
  const refusals = new Counter({
    name: 'sagasu_queue_refusals_total',
    help: 'Requests that were refused because too many waited, or because they waited too long, by queue and kind of caller.',
    labelNames,
    registers,
  });
  for (const queue of ['search', 'search_pages', 'pages'])
    for (const kind of CALLER_KINDS) refusals.inc({ queue, kind }, 0);
  const waits = new Histogram({
    name: 'sagasu_queue_wait_seconds',
    help: 'Time that requests waited for their turn, by queue and kind of caller.',
    labelNames,
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const waiting: Gauge<'queue' | 'kind'> = new Gauge({
    name: 'sagasu_queue_waiting',
    help: 'Requests that wait for their turn now, by queue and kind of caller.',
    labelNames,
    registers,
    collect() {
      for (const [name, queue] of queues) {
        for (const kind of CALLER_KINDS) waiting.set({ queue: name, kind }, queue.waitingOf(kind));
      }
    },
  });
  const busy: Gauge<'queue'> = new Gauge({
    name: 'sagasu_queue_busy',
    help: '1 while a queue has been full for more than a second, and half a minute longer.',
    labelNames: ['queue'] as const,
    registers,
    collect() {
      for (const [name, queue] of queues) busy.set({ queue: name }, Number(queue.isBusy));
    },
  });
  return { refusals, waits };
}
