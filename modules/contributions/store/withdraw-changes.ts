import type pg from 'pg';

/** Index: dump_changes_dump. $1 dump, $2 now, $3 actor. */
const WITHDRAW = `
update dump_changes set state = 'withdrawn', decided_at = $2, decided_by = $3
where dump_id = $1 and state in ('pending', 'stopped')`;

/** Withdraws the undecided requests of a dump that is not used any more. The transaction holds the lock of its file. */
export async function withdrawChanges(
  client: pg.ClientBase,
  dump: string,
  by: 'service' | 'moderator',
  now: Date,
): Promise<void> {
  await client.query(WITHDRAW, [dump, now, by]);
}
