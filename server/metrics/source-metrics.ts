/** Metrics of other processes on this machine, which the server's /metrics shows beside its own. */
import { Gauge, type Registry } from 'prom-client';
import { joinMetrics } from './join-metrics.ts';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** Returns a function that reads the registry and all sources. A source that does not answer is left out and counted as down. */
export function createMetricsReader(registry: Registry, sources: readonly string[]): () => Promise<string> {
  if (sources.length === 0) return async () => registry.metrics();
  const up = new Gauge({
    name: 'sagasu_metrics_source_up',
    help: '1 if the process at this address answered with its metrics, otherwise 0.',
    labelNames: ['source'] as const,
    registers: [registry],
  });
  return async () => {
    const texts = await Promise.all(sources.map(async (source) => readSource(source).catch(() => null)));
    for (const [at, source] of sources.entries()) up.set({ source: new URL(source).host }, texts[at] == null ? 0 : 1);
    return joinMetrics([await registry.metrics(), ...texts.filter((text) => text !== null)]);
  };
}

/** null unless the source answers with metrics. */
async function readSource(source: string): Promise<string | null> {
  const answer = await fetch(source, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok || answer.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
