import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertBoard } from '../../../support/builders.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask } from './given-admin.ts';
import { givenSenders, own, type Headers, type Sender } from './given-senders.ts';

const world = useWorld();
let server: GivenServer;
let senders: ReadonlyMap<string, Headers>;

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x']) {
    const { id } = await insertBoard(pool, name);
    await pool.query(
      `insert into reported_posts (board_id, num, subnum, opened_at, last_reported_at, closed_at, reports)
       values ($1, 1, 0, now(), now(), null, 1), ($1, 2, 0, now(), now(), now(), 1)`,
      [id],
    );
    // The rebuild succeeded later; the verification did not run again.
    await pool.query(
      `insert into tasks (kind, board_id, status, requested_by, finished_at)
       values ('verify', $1, 'succeeded', 'root', now()), ('verify', $1, 'failed', 'root', now()),
         ('reindex', $1, 'failed', 'root', now()), ('reindex', $1, 'succeeded', 'root', now())`,
      [id],
    );
    await pool.query(
      `insert into source_answers (board_id, base_url, failing_since)
       select id, url || '/' || coalesce(source_name, name), now() from boards where id = $1
       union all select $1, 'https://former.example.org/g', now()`,
      [id],
    );
    const { rows } = await pool.query<{ id: string }>(
      `insert into bans (board_id, reason, reason_shown, banned_by, expires_at, lifted_at)
       values ($1, 'spam', true, 'root', now() + interval '1 day', null), ($1, 'spam', true, 'root', now() + interval '1 day', now())
       returning id`,
      [id],
    );
    for (const ban of rows) await pool.query(`insert into ban_appeals (ban_id, text) values ($1, 'Sorry.')`, [ban.id]);
  }
  server = await givenServer(world(), { clock: () => new Date() });
  senders = await givenSenders(world(), server);
});

afterAll(async () => server.close());

const countsOf = async (sender: Sender) =>
  ask(server, { url: '/api/v1/admin/counts', headers: { ...own, ...senders.get(sender) } });

test('each role sees the counts of its boards', async () => {
  expect((await countsOf('janitor of /g/')).body).toEqual({
    counts: { open_reports: 1, failing_sources: 1 },
  });
  expect((await countsOf('moderator of all boards')).body).toEqual({
    counts: expect.objectContaining({ open_reports: 2, open_appeals: 2, failing_sources: 2 }),
  });
  const { counts } = (await countsOf('admin of /g/')).body as { counts: Record<string, number> };
  expect(counts).toMatchObject({ open_reports: 1, open_appeals: 1, failed_tasks: 1 });
  expect(counts).not.toHaveProperty('quarantined');
  expect((await countsOf('admin of all boards by key')).body).toEqual({
    counts: expect.objectContaining({ open_reports: 2, failed_tasks: 2, quarantined: 0, identity_proposals: 0 }),
  });
});
