import { STRIKES, type CableReason } from '../peer/observer.ts';
import { Counter, Gauge, type Registry } from 'prom-client';

export interface CableMetrics {
  readonly onRefused: (reason: CableReason, times: number) => void;
  readonly onStored: (posts: number, deleted: number) => void;
  readonly onPublished: (written: number, purged: number) => void;
  readonly onAnswered: (request: string) => void;
  readonly setPeers: (peers: number) => void;
  readonly setOpenRequests: (requests: number) => void;
}

export function createCableMetrics(registry: Registry): CableMetrics {
  const registers = [registry];
  const posts = new Counter({
    name: 'sagasu_cable_posts_total',
    help: 'Posts of cabals: stored, deleted (by their authors), written (to a board), purged (of a board).',
    labelNames: ['outcome'] as const,
    registers,
  });
  const refusals = new Counter({
    name: 'sagasu_cable_refusals_total',
    help: 'What peers of cabals sent and was not taken, by reason; the table cable_refusals has the peers.',
    labelNames: ['reason'] as const,
    registers,
  });
  const strikes = new Counter({
    name: 'sagasu_cable_strikes_total',
    help: 'Strikes that peers of cabals got for what was refused; after 100 a peer is sent away for ten minutes.',
    registers,
  });
  const requests = new Counter({
    name: 'sagasu_cable_requests_total',
    help: 'Requests of peers of cabals that were answered, by type.',
    labelNames: ['request'] as const,
    registers,
  });
  const peers = new Gauge({ name: 'sagasu_cable_peers', help: 'Connected peers of cabals.', registers });
  const open = new Gauge({
    name: 'sagasu_cable_open_requests',
    help: 'Requests of peers of cabals that are being answered or stay open.',
    registers,
  });
  return {
    onRefused(reason, times) {
      refusals.inc({ reason }, times);
      strikes.inc((STRIKES[reason] ?? 0) * times);
    },
    onStored(stored, deleted) {
      posts.inc({ outcome: 'stored' }, stored);
      posts.inc({ outcome: 'deleted' }, deleted);
    },
    onPublished(written, purged) {
      posts.inc({ outcome: 'written' }, written);
      posts.inc({ outcome: 'purged' }, purged);
    },
    onAnswered: (request) => requests.inc({ request }),
    setPeers: (count) => peers.set(count),
    setOpenRequests: (count) => open.set(count),
  };
}
