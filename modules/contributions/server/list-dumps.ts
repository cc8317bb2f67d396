/** Lists of dumps and changes, newest first. Row security limits them to the rows that the caller may see. */
import type pg from 'pg';
import type { DumpChangeList, DumpChangeQuery, DumpList, DumpQuery } from '../contract/dump-list.ts';
import type { FailedDumpList } from '../contract/dump-moderation.ts';
import { DUMP_STATES, dumpStateOf } from '../format/states.ts';
import { SELECT_CHANGES, SELECT_DUMPS, toChange, toDump, type ChangeRow, type DumpRow } from './dump-rows.ts';

const DEFAULT_LIMIT = 50;
const HASHES: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' };

/** Collects conditions and their values. */
class Conditions {
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

  /** Each `$` in the condition becomes the number of the value's parameter. */
  add(text: string, value: unknown): void {
    if (value === undefined) return;
    this.values.push(value);
    this.#texts.push(text.replaceAll('$', `$${this.values.length}`));
  }

  always(text: string): void {
    this.#texts.push(text);
  }

  get where(): string {
    return this.#texts.join(' and ');
  }
}

/**
 * Indexes: dumps_pkey, or with a narrower filter dumps_state, dumps_client, dump_contributors_contributor, dumps_md5, dumps_sha1 or
 * dumps_sha256; posts_media_hash and dumps_used for each dump.
 */
export async function listDumps(client: pg.ClientBase | pg.Pool, query: DumpQuery): Promise<DumpList> {
  const { limit = DEFAULT_LIMIT } = query;
  const found = new Conditions();
  found.always('d.client is not null');
  found.add('d.id < $', query.before);
  found.add('d.state = $', query.state && DUMP_STATES[query.state]);
  found.add('d.client = $', query.client);
  found.add('d.version = $', query.version);
  found.add('d.type = $', query.type);
  found.add(
    'd.id in (select c.dump_id from dump_contributors c where c.contributor = $)',
    query.contributor && Buffer.from(query.contributor, 'hex'),
  );
  found.add(
    `exists (select from files_of_posts p join boards b on b.id = p.board_id
      where b.name = $ and p.media_hash = d.md5 and p.media_size = d.size and not p.hidden)`,
    query.board,
  );
  found.add(
    'exists (select from dumps u where u.md5 = d.md5 and u.size = d.size and u.state = 11) = $',
    query.verified,
  );
  found.add('(d.image_id is null and not d.named) = $', query.unmapped);
  found.add(
    `d.${HASHES[query.hash?.length ?? 0] ?? 'md5'} = $`,
    query.hash === undefined ? undefined : Buffer.from(query.hash, 'hex'),
  );
  const { rows } = await client.query<DumpRow>(
    `${SELECT_DUMPS} where ${found.where} order by d.id desc limit $${found.values.length + 1}`,
    [...found.values, limit + 1],
  );
  return { dumps: rows.slice(0, limit).map(toDump), next: nextOf(rows, limit) };
}

/** Index: dump_changes_pkey, dump_changes_state or dump_changes_client. */
export async function listChanges(client: pg.ClientBase | pg.Pool, query: DumpChangeQuery): Promise<DumpChangeList> {
  const { limit = DEFAULT_LIMIT } = query;
  const found = new Conditions();
  found.always('true');
  found.add('r.id < $', query.before);
  found.add('r.state = $', query.state);
  found.add('r.client = $', query.client);
  found.add('r.version = $', query.version);
  found.add('r.field = $', query.field);
  const { rows } = await client.query<ChangeRow>(
    `${SELECT_CHANGES} where ${found.where} order by r.id desc limit $${found.values.length + 1}`,
    [...found.values, limit + 1],
  );
  return { changes: rows.slice(0, limit).map(toChange), next: nextOf(rows, limit) };
}

function nextOf(rows: readonly { readonly id: string }[], limit: number): number | null {
  return rows.length > limit ? Number(rows[limit - 1]?.id) : null;
}

/** Index: dumps_not_understood. */
const SELECT_FAILED = `
select d.id, d.state, d.problem, d.received_at from dumps d where d.state in (-11, 41, 43) order by d.id desc limit 1000`;

interface FailedRow {
  readonly id: string;
  readonly state: number;
  readonly problem: string | null;
  readonly received_at: Date;
}

/** The list is empty for all but moderators of all boards. */
export async function listFailedDumps(client: pg.ClientBase): Promise<FailedDumpList> {
  const { rows } = await client.query<FailedRow>(SELECT_FAILED);
  return {
    dumps: rows.map(({ id, state, problem, received_at: at }) => ({
      id: Number(id),
      state: dumpStateOf(state),
      problem,
      received_at: at.toISOString(),
    })),
  };
}
