import pg from 'pg';

type TakeRow = (values: readonly unknown[], columns: readonly pg.FieldDef[]) => void;

/**
 * Hands each row on as it comes, as the values of its columns: work on the first is done while PostgreSQL makes the last.
 * What `take` throws is thrown at the end.
 */
export async function eachRow(pool: pg.Pool, config: pg.QueryConfig<unknown[]>, take: TakeRow): Promise<void> {
  const client = await pool.connect();
  const thrown: unknown[] = [];
  const asked: pg.QueryArrayConfig<unknown[]> = { ...config, rowMode: 'array' };
  const failure = await new Promise<Error | undefined>((resolve) => {
    // By a callback: where queries have a time-out the driver emits no error.
    const done = (error: Error | null | undefined) => resolve(error ?? undefined);
    const query = new pg.Query<unknown[]>(asked as pg.QueryConfig<unknown[]>, done);
    query.on('row', (values: unknown[], result) => {
      if (thrown.length > 0) return;
      try {
        take(values, result?.fields ?? []);
      } catch (error) {
        // Thrown on from here it would end the process.
        thrown.push(error);
      }
    });
    client.query(query);
  });
  client.release(failure);
  if (failure !== undefined) throw failure;
  if (thrown.length > 0) throw thrown[0];
}
