import type { FastifyInstance, FastifyReply } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { NotFoundError } from '../errors.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Times every request by its route, and answers /metrics to this machine only. */
export function registerMetrics(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'sagasu_http_request_duration_seconds',
    help: 'Time from request to answer, by route and status.',
    labelNames: ['route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const timesOf = (route: string) => {
    const byStatus = new Map<number, (seconds: number) => void>();
    return (reply: FastifyReply, done: () => void): void => {
      const status = reply.statusCode;
      let observe = byStatus.get(status);
      if (observe === undefined) {
        const times = duration.labels({ route, status: String(status) });
        byStatus.set(status, (observe = (seconds) => times.observe(seconds)));
      }
      observe(reply.elapsedTime / 1000);
      done();
    };
  };
  // Each route has its own, since whatever looks for a request's route costs as much as to count it.
  app.addHook('onRoute', (options) => {
    const observe = timesOf(options.url);
    const hooks = options.onResponse ?? [];
    options.onResponse = [(_request, reply, done) => observe(reply, done), ...[hooks].flat()];
  });
  const observeNone = timesOf('none');
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) observeNone(reply, done);
    else done();
  });
  app.get('/metrics', async (request, reply) => {
    // Behind a proxy on this machine, `ip` is the reader's.
    if (!LOOPBACK.test(request.ip)) throw new NotFoundError('route_unknown', 'There is nothing at this address.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
