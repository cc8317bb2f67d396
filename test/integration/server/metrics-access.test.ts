/** Metrics are read by this machine and by allowed networks only. */
import { networkInterfaces } from 'node:os';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from '../../../platform/metrics.ts';
import { useWorld } from '../../support/world.ts';
import { freePort } from '../../support/ports.ts';
import { givenServer } from './given-archive.ts';

const world = useWorld();

test('the server answers clients of allowed networks, and no proxy', async () => {
  const server = await givenServer(world(), { clock: () => new Date(), metricsNetworks: ['10.0.0.0/8'] });
  onTestFinished(async () => server.close());
  const status = async (remoteAddress: string, headers = {}) =>
    (await server.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  expect(await status('127.0.0.1')).toBe(200);
  expect(await status('10.1.2.3')).toBe(200);
  expect(await status('192.0.2.7')).toBe(404);
  // A proxy in an allowed network passes on requests of anybody.
  expect(await status('10.1.2.3', { 'x-forwarded-for': '192.0.2.7' })).toBe(404);
});

test('scrapers and indexers listen on the chosen address, and refuse other networks', async () => {
  const registry = new Registry();
  const port = await freePort();
  const served = await serveMetrics(registry, { metricsPort: port, metricsHost: '0.0.0.0', metricsNetworks: [] });
  onTestFinished(async () => served?.close());
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  // This machine's own address in its network is not loopback.
  const own = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  for (const { address } of own) expect((await fetch(`http://${address}:${port}/metrics`)).status).toBe(404);
});
