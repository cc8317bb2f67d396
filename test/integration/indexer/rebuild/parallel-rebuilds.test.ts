/** Rebuilds of several boards at the same time. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { PostgresRanges } from '../../../../indexer/rebuild/postgres-ranges.ts';
import { RebuildRoom } from '../../../../indexer/rebuild/rebuild-room.ts';
import { readLowWatermark, reservedOf } from '../../../../indexer/rebuild/watermark.ts';
import { StoreMonitor } from '../../../../indexer/runtime/store-monitor.ts';
import type { TestBoard } from '../../../support/builders.ts';
import { compareStores } from '../../../support/compare-stores.ts';
import { aBoard } from '../../../support/herons.ts';
import { drained, runIndexer } from '../../../support/indexer.ts';
import { ended, enqueue, registered } from '../../../support/tasks.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();

/** Adds a rebuild that another worker holds and never ends. */
async function heldByAnother(board: TestBoard): Promise<number> {
  const { rows } = await world().pool.query<{ id: string }>(
    `insert into tasks (kind, board_id, options, requested_by, status, worker, fence, lease_until)
     values ('reindex', $1, '{}', 'test', 'processing', 'another', 1, now() + interval '30 minutes') returning id`,
    [board.id],
  );
  return Number(rows[0]?.id);
}

test('a rebuild runs beside an older one, which copies first and whose disk space counts', async () => {
  const { pool, elasticsearch: client } = world();
  const boards = [await aBoard(world(), 'older', 30), await aBoard(world(), 'younger', 30)] as const;
  const [older, younger] = boards;
  await runIndexer(world());
  await drained(world());
  await client.indices.flush();

  const first = await heldByAnother(older);
  const second = await enqueue(world(), 'reindex', younger);
  expect(await ended(world(), second)).toMatchObject({ status: 'succeeded', error: null });
  expect((await registered(world(), younger)).map(({ state }) => state)).toEqual(['standby', 'live']);
  expect((await compareStores(world(), { board: younger })).differences).toEqual([]);

  const logger = pino({ level: 'silent' });
  const monitors = {
    postgres: new StoreMonitor(logger, 'PostgreSQL'),
    elasticsearch: new StoreMonitor(logger, 'Elasticsearch'),
  };
  const third = await heldByAnother(younger);
  const room = (used: number) =>
    new RebuildRoom({
      pool,
      client,
      monitors,
      now: () => 0,
      watermark: { low: String(used), headroom: '-1', isOn: true },
    });
  expect(await room(1).fits({ id: third })).toBe(true);
  expect(await room(0).fits({ id: third })).toBe(false);
  expect(await room(0).fits({ id: first })).toBe(true);
  // The stores of tests have the watermarks of `npm start`.
  expect(reservedOf(await readLowWatermark(client, { requestTimeout: 10_000 }), 1e12)).toBe(4 * 2 ** 30);
  expect(await new RebuildRoom({ pool, client, monitors, now: () => 0 }).fits({ id: third })).toBe(true);
  expect(await room(1).atOnce()).toBeGreaterThanOrEqual(2);

  const ranges = new PostgresRanges(pool, monitors.postgres);
  await pool.query(
    `insert into rebuild_ranges (task_id, slice, first_num, last_num, posts, done_num, done_subnum) values ($1, 0, 1, 9, 9, 0, 0)`,
    [first],
  );
  expect(await ranges.state(third)).toMatchObject({ isBehind: true });
  expect(await ranges.state(first)).toMatchObject({ isBehind: false, open: 1 });
  await pool.query(`update tasks set requested_action = 'pause' where id = $1`, [first]);
  expect(await ranges.state(third)).toMatchObject({ isBehind: false });
});
