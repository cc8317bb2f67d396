import { expect, onTestFinished, test } from 'vitest';
import { fromPostgres, StatementEndedError } from '../../../../indexer/runtime/store-errors.ts';
import { toUnavailable } from '../../../../platform/postgres-errors.ts';
import { toError, UnavailableError } from '../../../../platform/errors.ts';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

const errorOf = async (work: () => Promise<unknown>): Promise<unknown> =>
  fromPostgres(work).then(
    () => null,
    (error: unknown) => error,
  );

test('a statement that waited too long for a lock, or took too long, is not a PostgreSQL that is unavailable', async () => {
  const board = await insertBoard(world().pool, 'locked');
  const [holder, waiter] = [await world().pool.connect(), await world().pool.connect()];
  onTestFinished(() => {
    for (const client of [holder, waiter]) client.release(true);
  });
  await holder.query('begin');
  await holder.query('select from boards where id = $1 for update', [board.id]);
  await waiter.query(`set lock_timeout = '50ms'`);
  const locked = await errorOf(async () => waiter.query('select from boards where id = $1 for update', [board.id]));
  expect(locked).toBeInstanceOf(StatementEndedError);
  expect(String(locked)).toContain('PostgreSQL: a statement waited too long for a lock (');

  await waiter.query(`set statement_timeout = '50ms'`);
  const slow = async () => waiter.query('select pg_sleep(60)');
  const ended = await errorOf(slow);
  expect(ended).toBeInstanceOf(StatementEndedError);
  expect(String(ended)).toContain('PostgreSQL: a statement took too long (');
  const answer = await slow().catch((error: unknown) => toUnavailable(toError(error)));
  expect(answer).toMatchObject({ message: 'The archive took too long to answer. Try again in a moment.' });

  await world().pool.query('select pg_terminate_backend($1)', [
    (await waiter.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
  ]);
  waiter.on('error', () => undefined);
  const lost = await errorOf(async () => waiter.query('select 1'));
  expect(lost).toBeInstanceOf(UnavailableError);
  expect(lost).not.toBeInstanceOf(StatementEndedError);
});
