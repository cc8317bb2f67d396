import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Histogram, type Registry } from 'prom-client';
import { metricsReaders } from '../../../platform/metrics-access.ts';
import { createMetricsReader } from '../../metrics/source-metrics.ts';
import { NotFoundError } from '../../shared/errors.ts';
import { FOR_READERS } from '../access.ts';

export interface MetricsOptions {
  readonly registry: Registry;
  /** Addresses on this machine whose metrics are served too. */
  readonly sources?: readonly string[];
  /** Clients of these may read the metrics, besides those on this machine. */
  readonly networks?: readonly string[];
}

/** Times every request by its route, and serves /metrics to clients on this machine and in the allowed networks. */
export const metricsPlugin = fp(
  async (app: FastifyInstance, { registry, sources = [], networks = [] }: MetricsOptions) => {
    const mayRead = metricsReaders(networks);
    const read = createMetricsReader(registry, sources);
    const duration = new Histogram({
      name: 'sagasu_http_request_duration_seconds',
      help: 'Time from request to answer, by route and status.',
      labelNames: ['route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    app.addHook('onResponse', (request, reply, done) => {
      // The pattern of the route, never the address, since addresses contain what people search for.
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
      duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      done();
    });
    app.get('/metrics', FOR_READERS, async (request, reply) => {
      if (isPassedOn(request) || !mayRead(request.socket.remoteAddress))
        throw new NotFoundError('route_unknown', 'There is nothing at this address.');
      return reply.type(registry.contentType).send(await read());
    });
  },
  { name: 'metrics' },
);

/** A proxy passes on requests of its clients and adds one of these headers. */
function isPassedOn({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}
