/**
 * A Fastify route that sends finished bytes, or 304 to who has them: the least that any answer costs. Port from
 * SAGASU_PORT, the bytes from the address in BARE_SOURCE. A process of its own, as our server is one.
 */
import { fastify } from 'fastify';

const ETAG = '"the same"';
// oxlint-disable-next-line node/no-process-env -- the whole of what it is told
const { SAGASU_PORT: port = '', BARE_SOURCE: source = '' } = process.env;
const answer = await fetch(source, { signal: AbortSignal.timeout(30_000) });
const body = Buffer.from(await answer.arrayBuffer());
const app = fastify({ logger: false });
app.get('/readyz', async () => 'ready');
app.get('/', async (request, reply) => {
  void reply.header('etag', ETAG);
  if (request.headers['if-none-match'] === ETAG) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
});
process.once('SIGTERM', () => void app.close());
await app.listen({ port: Number(port), host: '127.0.0.1' });
