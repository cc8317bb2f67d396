import { Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { joinMetrics } from '../../../../server/metrics/join-metrics.ts';

async function metricsOf(process: string, values: Readonly<Record<string, number>>): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  for (const [name, value] of Object.entries(values)) {
    new Gauge({ name, help: `help of ${name}`, registers: [registry] }).set(value);
  }
  return registry.metrics();
}

test('each metric has one head, with the samples of all processes below it', async () => {
  const texts = [
    await metricsOf('server', { a_bytes: 1, b_total: 2 }),
    await metricsOf('scraper', { a_bytes: 3, c: 4 }),
  ];
  expect(joinMetrics(texts)).toBe(`# HELP a_bytes help of a_bytes
# TYPE a_bytes gauge
a_bytes{process="server"} 1
a_bytes{process="scraper"} 3

# HELP b_total help of b_total
# TYPE b_total gauge
b_total{process="server"} 2

# HELP c help of c
# TYPE c gauge
c{process="scraper"} 4
`);
});

test('only metrics are passed on', async () => {
  const own = await metricsOf('server', { a: 1 });
  expect(joinMetrics([own, '<html>a 1</html>', 'a 5', '# HELP a x\n<script>\na{b="c d"} 2 3\n'])).toBe(
    joinMetrics([own]),
  );
});
