import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricsPlugin } from '../../../../../server/http/plugins/metrics.ts';

test('every answer is counted once, by its route and not by its address', async () => {
  const registry = new Registry();
  const app = fastify();
  await app.register(metricsPlugin, { registry });
  await app.register(
    async (scope) => {
      scope.get('/:name', { onResponse: (_request, _reply, done) => done() }, async (_request, reply) =>
        reply.code(304).send(),
      );
    },
    { prefix: '/in' },
  );
  app.get('/lost', (_request, reply) => reply.callNotFound());
  for (const url of ['/in/a', '/in/b', '/nowhere', '/lost']) await app.inject({ url });
  await app.inject({ method: 'HEAD', url: '/in/a' });
  const text = await registry.metrics();
  const counts = [...text.matchAll(/_count\{(.*)\} (\d+)/g)].map(([, labels, count]) => `${labels}: ${count}`);
  expect(counts.toSorted()).toEqual(['route="/in/:name",status="304": 3', 'route="none",status="404": 2']);
  await app.close();
});
