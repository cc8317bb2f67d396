import { createServer } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Config } from './config.ts';
import { toError } from './errors.ts';
import { metricsAccess, type MetricsReaders } from './metrics-access.ts';
import { listenError } from './ports.ts';
import { SETTINGS } from './settings.ts';
import { VERSION } from './version.ts';

/** The answer to a client with another token. */
export const WRONG_TOKEN = `This token is not the one of ${SETTINGS.metricsToken.name}.`;

/**
 * Interval of the timer behind nodejs_eventloop_lag_*, in milliseconds. The default of 10 wakes an idle process a hundred times a second.
 * The values contain the interval.
 */
const EVENT_LOOP_LOOK_MS = 200;

/** Creates a registry with the metrics of Node itself and the version of Sagasu. Every metric gets the label `process`. */
export function createMetricsRegistry(process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_LOOK_MS });
  const build = new Gauge({
    name: 'sagasu_build_info',
    help: '1, with the version of Sagasu that this process runs.',
    labelNames: ['version'] as const,
    registers: [registry],
  });
  build.set({ version: VERSION }, 1);
  return registry;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` to this machine, the allowed networks and clients with the token, for processes without another HTTP server. Returns null for port 0.
 * @throws PortTakenError
 */
export async function serveMetrics(
  registry: Registry,
  { metricsPort: port, metricsHost, ...readers }: Pick<Config, 'metricsPort' | 'metricsHost'> & MetricsReaders,
): Promise<MetricsServer | null> {
  if (port === 0) return null;
  const accessOf = metricsAccess(readers);
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    const access = accessOf({ address: request.socket.remoteAddress, isPassedOn: false, authorization });
    if (request.method !== 'GET' || request.url !== '/metrics' || access === 'hidden') {
      response.writeHead(404).end();
      return;
    }
    if (access === 'wrong_token') {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(WRONG_TOKEN);
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(toError(error).message),
    );
  });
  server.requestTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    const use = { port, title: 'the metrics', setting: SETTINGS.metricsPort.name };
    server.once('error', (error) => reject(listenError(error, use)));
    server.listen(port, metricsHost, resolve);
  });
  return {
    port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
