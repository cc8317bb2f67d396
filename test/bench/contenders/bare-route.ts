/**
 * A Fastify route that sends finished bytes, or 304 if the ETag matches: the lower bound of any answer's cost. It
 * listens on SAGASU_PORT and fetches the bytes once from BARE_SOURCE. Like our server, it is a process of its own.
 */
import { fastify } from 'fastify';

const ETAG = '"the same"';
// oxlint-disable-next-line node/no-process-env -- these two variables are the only settings of this process
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
