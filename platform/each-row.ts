import pg from 'pg';

type TakeRow = (values: readonly unknown[], columns: readonly pg.FieldDef[]) => void;

/**
 * Passes each row to `take` as it arrives, as the values of its columns: the first rows are processed while PostgreSQL still sends
 * the last. An error of `take` is thrown after the last row.
 */
export async function eachRow(pool: pg.Pool, config: pg.QueryConfig<unknown[]>, take: TakeRow): Promise<void> {
  const client = await pool.connect();
  const thrown: unknown[] = [];
  const asked: pg.QueryArrayConfig<unknown[]> = { ...config, rowMode: 'array' };
  const failure = await new Promise<Error | undefined>((resolve) => {
    // A callback: with a query time-out the driver emits no error event.
    const done = (error: Error | null | undefined) => resolve(error ?? undefined);
    const query = new pg.Query<unknown[]>(asked as pg.QueryConfig<unknown[]>, done);
    query.on('row', (values: unknown[], result) => {
      if (thrown.length > 0) return;
      try {
        take(values, result?.fields ?? []);
      } catch (error) {
        // An error thrown inside the driver's event would end the process.
        thrown.push(error);
      }
    });
    client.query(query);
  });
  client.release(failure);
  if (failure !== undefined) throw failure;
  if (thrown.length > 0) throw thrown[0];
}
