/** Metrics are read by this machine, by allowed networks and with the token only. */
import { networkInterfaces } from 'node:os';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from '../../../platform/metrics.ts';
import { useWorld } from '../../support/world.ts';
import { freePort } from '../../support/ports.ts';
import { givenServer } from './given-archive.ts';

const world = useWorld();
const TOKEN = 'heron-heron-heron-heron-heron-heron';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

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
  const served = await serveMetrics(registry, {
    metricsPort: port,
    metricsHost: '0.0.0.0',
    metricsNetworks: [],
    metricsToken: TOKEN,
  });
  onTestFinished(async () => served?.close());
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
  // This machine's own address in its network is not loopback.
  const own = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  for (const { address } of own) {
    const status = async (headers = {}) => (await fetch(`http://${address}:${port}/metrics`, { headers })).status;
    expect([await status(), await status(bearer('x')), await status(bearer(TOKEN))]).toEqual([404, 401, 200]);
  }
});

test('the server answers clients with the token, also behind a proxy, and names the setting to those with another one', async () => {
  const server = await givenServer(world(), { clock: () => new Date(), metricsToken: TOKEN });
  onTestFinished(async () => server.close());
  const ask = async (headers = {}) => server.app.inject({ url: '/metrics', remoteAddress: '192.0.2.7', headers });
  const proxied = { 'x-forwarded-for': '203.0.113.9' };
  for (const headers of [bearer(TOKEN), { ...bearer(TOKEN), ...proxied }])
    expect((await ask(headers)).body).toContain('sagasu_http_request_duration_seconds');
  for (const token of ['x', `${TOKEN} `.repeat(2), TOKEN.slice(0, -1)]) {
    const { statusCode, headers, body } = await ask(bearer(token));
    expect({ statusCode, challenge: headers['www-authenticate'] }).toEqual({ statusCode: 401, challenge: 'Bearer' });
    expect(body).toContain('SAGASU_METRICS_TOKEN');
    expect(body).not.toContain(TOKEN);
  }
  expect((await ask()).statusCode).toBe(404);
  const without = await givenServer(world(), { clock: () => new Date() });
  onTestFinished(async () => without.close());
  const { statusCode } = await without.app.inject({
    url: '/metrics',
    remoteAddress: '192.0.2.7',
    headers: bearer('null'),
  });
  expect(statusCode).toBe(404);
});
