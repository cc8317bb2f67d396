import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Histogram, type Registry } from 'prom-client';
import { NotFoundError } from '../errors.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Times every request by its route, and serves /metrics to clients on this machine only. */
export const metricsPlugin = fp(
  async (app: FastifyInstance, { registry }: { readonly registry: Registry }) => {
    const duration = new Histogram({
      name: 'sagasu_http_request_duration_seconds',
      help: 'Time from request to answer, by route and status.',
      labelNames: ['route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    app.addHook('onResponse', (request, reply, done) => {
      // The route's pattern, never the address: addresses hold what people search for.
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
      duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      done();
    });
    app.get('/metrics', async (request, reply) => {
      // Behind a proxy on this machine, `ip` is the address of the proxy's client.
      if (!LOOPBACK.test(request.ip)) throw new NotFoundError('route_unknown', 'There is nothing at this address.');
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  },
  { name: 'metrics' },
);
