import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { useWorld } from '../../support/world.ts';
import { loginUrl } from '../../support/logins.ts';

const world = useWorld();
/** The message ReadyForQuery, outside a transaction. */
const READY = Buffer.from('Z\0\0\0\u0005I');
const DEFAULT_PORT = 5432;

/** A proxy before PostgreSQL that holds back the first ReadyForQuery and sends it together with the next message. */
async function withheldReady(onReady: () => Promise<void>): Promise<string> {
  const url = new URL(world().databaseUrl);
  url.searchParams.delete('host');
  const target = { host: url.hostname, port: Number(url.port || DEFAULT_PORT) };
  let held: Buffer | undefined;
  let isDone = false;
  const proxy = createServer((near) => {
    const far = connect(target);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.on('close', () => near.end());
    far.on('data', (chunk: Buffer) => {
      if (isDone) {
        near.write(chunk);
      } else if (held !== undefined) {
        isDone = true;
        near.write(Buffer.concat([held, chunk]));
      } else if (chunk.includes(READY)) {
        held = chunk;
        void onReady();
      } else {
        near.write(chunk);
      }
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return url.href;
}

test('a connection that PostgreSQL closes immediately after opening fails its caller but does not end the process', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const url = await withheldReady(async () => {
    await world().pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'sagasu_indexer'`,
    );
  });
  const pool = createPostgresPool({ url: loginUrl(url, 'indexer') });
  onTestFinished(() => pool.end());
  await expect(inTransaction(pool, async (client) => client.query('select 1'))).rejects.toThrow();
  expect(uncaught).toEqual([]);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
