import pg from 'pg';

type TakeRow = (values: readonly unknown[], columns: readonly pg.FieldDef[]) => void;

/**
 * Hands each row on as it comes, as the values of its columns: work on the first is done while PostgreSQL makes the last.
 * What `take` throws is thrown at the end.
 */
export async function eachRow(pool: pg.Pool, config: pg.QueryConfig<unknown[]>, take: TakeRow): Promise<void> {
  const client = await pool.connect();
  const rows = new Rows(take);
  const failure = await new Promise<Error | undefined>((resolve) => client.query(queryOf(config, rows, resolve)));
  client.release(failure);
  const { thrown } = rows;
  rows.letGo();
  if (failure !== undefined) throw failure;
  if (thrown.length > 0) throw thrown[0];
}

/**
 * All that a query reaches of its rows, until they are let go. The driver sets its callback as a property, and V8 makes such
 * functions among the old objects: what one of a query that is over reaches stays, and is moved twice, until those are
 * looked through. Reading changed threads the garbage collector worked three times as long.
 */
class Rows {
  #take: TakeRow | null;
  #result: pg.ResultBuilder | null = null;
  thrown: readonly unknown[] = [];

  constructor(take: TakeRow) {
    this.#take = take;
  }

  hand(values: unknown[], result: pg.ResultBuilder | undefined): void {
    this.#result = result ?? null;
    if (this.thrown.length > 0) return;
    try {
      this.#take?.(values, result?.fields ?? []);
    } catch (error) {
      // Thrown on from here it would end the process.
      this.thrown = [error];
    }
  }

  letGo(): void {
    // The driver gathers them beside handing them on.
    if (this.#result !== null) this.#result.rows.length = 0;
    this.#result = null;
    this.#take = null;
    this.thrown = [];
  }
}

/** Made here, where its callbacks see nothing but `rows`. */
function queryOf(config: pg.QueryConfig<unknown[]>, rows: Rows, end: (failure: Error | undefined) => void): pg.Query {
  const asked: pg.QueryArrayConfig<unknown[]> = { ...config, rowMode: 'array' };
  // By a callback: where queries have a time-out the driver emits no error.
  const done = (error: Error | null | undefined) => end(error ?? undefined);
  const query = new pg.Query<unknown[]>(asked as pg.QueryConfig<unknown[]>, done);
  query.on('row', (values: unknown[], result) => rows.hand(values, result));
  return query;
}
