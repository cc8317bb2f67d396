import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers the metrics of answers that wait for their clients; returns the counter of those that were ended. */
export function heldAnswersMetrics(registry: Registry, heldBytes: () => number): Counter<'what'> {
  const gauge: Gauge = new Gauge({
    name: 'sagasu_server_held_bytes',
    help: 'Bytes of answers in memory that wait for their clients.',
    registers: [registry],
    collect: () => gauge.set(heldBytes()),
  });
  return new Counter({
    name: 'sagasu_server_held_answers_total',
    help: 'Long answers of clients that did not read: cut off, or refused for lack of memory.',
    labelNames: ['what'],
    registers: [registry],
  });
}
