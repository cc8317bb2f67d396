/** `--dry-run`: a command does its work in one transaction, which is undone at the end. So it prints what it really would change. */
import { Option } from 'commander';
import pg from 'pg';

export const dryRunOption = (): Option =>
  new Option('--dry-run', 'do the work, print what it changes, and undo it at the end').default(false);

export interface DryRun {
  readonly dryRun: boolean;
}

/** Prints the result of a command that may have been a rehearsal. */
export function printOutcome(sentence: string, { dryRun }: DryRun): void {
  console.log(dryRun ? `Dry run, undone: ${sentence}` : sentence);
}

/** Runs `work` with a pool of one connection of `pool`, and undoes everything. @throws the error that the commit would have */
export async function rehearse<T>(pool: pg.Pool, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    return await work(poolOver(client, pool.options));
  } finally {
    const failure = await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(failure);
  }
}

/** Transactions of the work become parts of the one that is undone. */
const SAVEPOINT = 'rehearsed';

/** Triggers that wait for the end of the transaction run where the commit would have run them. */
const CHECK = 'set constraints all immediate; set constraints all deferred';

/** `options` are those of the pool, from which other connections are opened. */
function poolOver(client: pg.PoolClient, options: pg.PoolOptions): pg.Pool {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
  let isInTransaction = false;
  const rehearsed = async (...given: unknown[]): Promise<pg.QueryResult> => {
    const [statement] = given;
    const command =
      typeof statement === 'string' ? /^(begin|commit|rollback)(?! to)\b/i.exec(statement)?.[1] : undefined;
    if (command === undefined) return query(...given);
    const isNested = isInTransaction;
    isInTransaction = command.toLowerCase() === 'begin';
    if (isInTransaction) return query(`savepoint ${SAVEPOINT}`);
    if (command.toLowerCase() === 'rollback')
      return isNested ? query(`rollback to savepoint ${SAVEPOINT}`) : query('select 1');
    await query(CHECK);
    return { ...(await query(`release savepoint ${SAVEPOINT}`)), command: 'COMMIT' };
  };
  const alone = async (...given: unknown[]): Promise<pg.QueryResult> => {
    const result = await rehearsed(...given);
    if (!isInTransaction) await query(CHECK);
    return result;
  };
  const connection = Object.create(client, {
    query: { value: rehearsed },
    release: { value: () => undefined },
  }) as pg.PoolClient;
  // `within` of platform/postgres.ts tells a pool from a connection by its class.
  return Object.create(pg.Pool.prototype, {
    query: { value: alone },
    connect: { value: async () => connection },
    options: { value: options },
  }) as pg.Pool;
}
