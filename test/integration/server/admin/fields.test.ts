/** Fields for some accounts only: every answer to staff × every permitted sender. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPost, insertBoard, writePosts } from '../../../support/builders.ts';
import { MODULES } from '../../../support/modules.ts';
import { useWorld } from '../../../support/world.ts';
import { givenServer, type GivenServer } from '../given-archive.ts';
import { ask } from './given-admin.ts';
import { givenSenders, mayUse, requestTo, routes, SENDERS, type Headers, type Sender } from './given-senders.ts';

const world = useWorld();
let server: GivenServer;
let senders: ReadonlyMap<string, Headers>;

beforeAll(async () => {
  const { pool } = world();
  for (const name of ['g', 'x']) {
    const board = await insertBoard(pool, name);
    await writePosts(pool, board, [aPost({ num: 1 })]);
    await pool.query(`insert into tasks (kind, board_id, requested_by) values ('verify', $1, 'cli')`, [board.id]);
    await pool.query(
      `insert into refusals (board_id, url, reason, sample, first_seen, last_seen, thread, entries)
       values ($1, 'https://site.example/1', 'missing_field', 'posts[1].no is missing', now(), now(), 1, 1)`,
      [board.id],
    );
    if (name === 'g') for (const { staff } of MODULES) await staff?.given(pool, board);
  }
  await pool.query(
    'insert into reported_posts (board_id, num, subnum, reports, last_reported_at) select id, 1, 0, 1, now() from boards',
  );
  server = await givenServer(world(), { clock: () => new Date() });
  senders = await givenSenders(world(), server);
  // Entries of the audit log on both boards, with an address each.
  for (const board of ['g', 'x']) {
    const route = { name: 'POST /api/v1/admin/posts', method: 'POST', path: '/api/v1/admin/posts' };
    const { status } = await ask(server, requestTo(route, board, senders.get('moderator of all boards') ?? {}));
    expect(status).toBe(200);
  }
});
afterAll(async () => server.close());

const contract = readFileSync(new URL('../../../../mappings/contract/openapi.json', import.meta.url), 'utf8');

/** Names of fields, with the accounts that get them. */
const STAFF_ONLY: ReadonlyMap<string, { readonly role: string; readonly boards: string }> = (() => {
  const found = new Map<string, { readonly role: string; readonly boards: string }>();
  JSON.parse(contract, (key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'x-staff-only' in value)
      found.set(key, value['x-staff-only'] as { readonly role: string; readonly boards: string });
    return value;
  });
  return found;
})();

/** Written independently of `hasRole`. */
function sees({ role, boards }: { readonly role: string; readonly boards: string }, sender: Sender): boolean {
  const [own = '', where = ''] = sender.replace(' by key', '').split(' of ');
  const isHighEnough =
    ['janitor', 'moderator', 'admin'].indexOf(own) >= ['janitor', 'moderator', 'admin'].indexOf(role);
  return isHighEnough && (boards === 'any' || where === 'all boards');
}

function namesIn(answer: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(answer, (key, value: unknown) => {
    found.add(key);
    return value;
  });
  return found;
}

const readable = routes.flatMap(({ access, method, ...route }) =>
  typeof access === 'string' || method !== 'GET' ? [] : [{ ...route, method, access }],
);
const seen: { readonly field: string; readonly sender: Sender }[] = [];

describe.each(readable)('$name', (route) => {
  test.each(SENDERS.filter((sender) => mayUse(route.access, 'g', sender) === true))('%s', async (sender) => {
    const { status, body } = await ask(server, requestTo(route, 'g', senders.get(sender) ?? {}));
    if (status !== 200) return;
    const names = namesIn(body);
    for (const [field, staff] of STAFF_ONLY) {
      if (!names.has(field)) continue;
      expect(sees(staff, sender), field).toBe(true);
      seen.push({ field, sender });
    }
  });
});

test('the audit log has the address for admins of all boards, and for nobody else', () => {
  const seers = new Set(seen.flatMap(({ field, sender }) => (field === 'has_address' ? [sender] : [])));
  expect(seers).toEqual(new Set(['admin of all boards', 'admin of all boards by key']));
});
