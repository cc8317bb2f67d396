import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Histogram, type Registry } from 'prom-client';
import { WRONG_TOKEN } from '../../../platform/metrics.ts';
import { metricsAccess } from '../../../platform/metrics-access.ts';
import { createMetricsReader } from '../../metrics/source-metrics.ts';
import { NotFoundError, RefusedError } from '../../shared/errors.ts';
import { FOR_READERS } from '../access.ts';

export interface MetricsOptions {
  readonly registry: Registry;
  /** Addresses on this machine whose metrics are served too. */
  readonly sources?: readonly string[];
  /** Clients of these may read the metrics, besides those on this machine. */
  readonly networks?: readonly string[];
  /** Clients with this token may read the metrics from anywhere. */
  readonly token?: string | null;
}

/** Times every request by its route, and serves /metrics to clients on this machine, in the allowed networks or with the token. */
export const metricsPlugin = fp(
  async (app: FastifyInstance, { registry, sources = [], networks = [], token = null }: MetricsOptions) => {
    const accessOf = metricsAccess({ metricsNetworks: networks, metricsToken: token });
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
      const { authorization } = request.headers;
      const address = request.socket.remoteAddress;
      const access = accessOf({ address, isPassedOn: isPassedOn(request), authorization });
      if (access === 'hidden') throw new NotFoundError('route_unknown', 'There is nothing at this address.');
      if (access === 'wrong_token') {
        reply.header('www-authenticate', 'Bearer');
        throw new RefusedError(401, 'metrics_token_wrong', WRONG_TOKEN);
      }
      return reply.type(registry.contentType).send(await read());
    });
  },
  { name: 'metrics' },
);

/** A proxy passes on requests of its clients and adds one of these headers. */
function isPassedOn({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}
