/** Numbers for the senders of messages. Each number belongs to one address; only the scraper reads the addresses. */
import type pg from 'pg';
import { ADD_SENDERS, SELECT_SENDERS } from './sql.ts';

/** Numbers by address; new addresses get a number. */
export async function numberSenders(
  db: pg.Pool | pg.PoolClient,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  await db.query(ADD_SENDERS, [addresses]);
  const { rows } = await db.query<{ id: string; address: string }>(SELECT_SENDERS, [addresses]);
  return new Map(rows.map(({ id, address }) => [address, Number(id)]));
}

/** The number of one address, in any case of letters. */
export async function senderNumber(pool: pg.Pool, address: string): Promise<number> {
  const known = address.toLowerCase();
  const number = (await numberSenders(pool, [known])).get(known);
  if (number === undefined) throw new Error('a sender that was added has a number');
  return number;
}
