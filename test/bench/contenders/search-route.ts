/**
 * An engine behind a bare Fastify route, in a process of its own as our server is: parses the query, asks the engine, and sends the rows
 * with the total as JSON. It checks nothing and has no limits, so a server could do no less.
 */
import { fastify } from 'fastify';
import { createPool } from 'mysql2/promise';
import type { BenchQuery } from '../query-classes.ts';
import type { AnsweredPage } from './contender.ts';
import { askAsFoolfuuka } from './foolfuuka/ask.ts';
import { openPostgresFts } from './postgres-fts.ts';

const CONNECTIONS = 16;

// oxlint-disable-next-line node/no-process-env -- the only settings of this process
const { SAGASU_PORT: port = '', ...settings } = process.env;
const ask = await openEngine();
const app = fastify({ logger: false });
app.get('/readyz', async () => 'ready');
app.get<{ Querystring: { query: string } }>('/', async (request, reply) => {
  const page = await ask(readQuery(request.query.query));
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(page, withoutBuffers));
});
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ port: Number(port), host: '127.0.0.1' });

async function openEngine(): Promise<(query: BenchQuery) => Promise<AnsweredPage>> {
  const { ROUTE_POSTGRES: databaseUrl, ROUTE_DATABASE: database = '' } = settings;
  if (databaseUrl !== undefined) {
    const fts = await openPostgresFts(databaseUrl);
    return async (query) => fts.ask(query);
  }
  const host = '127.0.0.1';
  const sphinx = createPool({ host, port: Number(settings['ROUTE_SPHINX_PORT']), connectionLimit: CONNECTIONS });
  const mariadb = createPool({
    host,
    port: Number(settings['ROUTE_MARIADB_PORT']),
    user: 'root',
    database,
    connectionLimit: CONNECTIONS,
    charset: 'utf8mb4',
  });
  return async (query) => askAsFoolfuuka(sphinx, mariadb, query);
}

/** Dates and bytes have become text on the way. */
function readQuery(text: string): BenchQuery {
  const query = JSON.parse(text) as Omit<BenchQuery, 'days' | 'md5'> & {
    readonly days: readonly [string, string] | null;
    readonly md5: string | null;
  };
  return {
    ...query,
    days: query.days === null ? null : [new Date(query.days[0]), new Date(query.days[1])],
    md5: query.md5 === null ? null : Buffer.from(query.md5, 'base64'),
  };
}

/** A Buffer in JSON would be a list of numbers. */
function withoutBuffers(_: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]).toString('base64') : value;
}
