import { Counter, Histogram, type Registry } from 'prom-client';
import type { RenderFailure } from './renderer.ts';

export interface RenderMetrics {
  /** `unchanged`: the reader has the page already. `unanswered`: the API refused an answer that the page needs, or could not give it. */
  count(outcome: 'rendered' | 'unchanged' | 'unanswered' | RenderFailure): void;
  took(milliseconds: number): void;
}

export function createRenderMetrics(registry: Registry): RenderMetrics {
  const outcomes = new Counter({
    name: 'sagasu_pages_rendered_total',
    help: 'Pages that were rendered, and empty ones that were sent instead, by reason.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'sagasu_page_render_seconds',
    help: 'Time from the request of a page until it is rendered, with the answers of the API that it needs.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    count: (outcome) => outcomes.inc({ outcome }),
    took: (milliseconds) => duration.observe(milliseconds / 1000),
  };
}
