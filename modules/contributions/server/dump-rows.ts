/** Dumps and the changes that they request, as rows and as the API returns them. */
import type { ContributedDump, DumpChange } from '../contract/dump-list.ts';
import { GRANT_AFTER_MS } from '../format/changes.ts';
import { dumpStateOf } from '../format/states.ts';

/**
 * The columns of a dump `d`. Row security leaves hidden posts out.
 * Indexes: dump_contributors_pkey, images_pkey, dumps_used, posts_media_hash, posts_media_hash_src, boards_pkey.
 */
export const SELECT_DUMPS = `
select d.id, d.state, d.reason, d.client, d.version, d.received_at, d.changed_at, encode(d.md5, 'hex') as md5,
  encode(d.sha1, 'hex') as sha1, encode(d.sha256, 'hex') as sha256, d.size, d.type, d.offered,
  d.named or d.image_id is not null as mapped, sent.contributor, greatest(sent.contributors - 1, 0) as confirmations,
  exists (select from images i where i.id = d.image_id and i.datastore_id is not null and not i.banned) as stored,
  exists (select from dumps u where u.md5 = d.md5 and u.size = d.size and u.state = 11) as verified,
  shown.post, coalesce(shown.boards, '{}') as boards
from dumps d
cross join lateral (
  select count(*)::int as contributors, encode((array_agg(c.contributor order by c.sent_at, c.contributor))[1], 'hex') as contributor
  from dump_contributors c where c.dump_id = d.id) sent
left join lateral (
  select array_agg(distinct b.name) as boards,
    (array_agg(json_build_object('board', b.name, 'num', p.num, 'subnum', p.subnum, 'thread', p.thread) order by p.num desc))[1] as post
  from (
    (select p.board_id, p.num, p.subnum, p.thread from files_of_posts p
      where p.media_hash = d.md5 and p.media_size = d.size and not p.hidden order by p.num desc limit 50)
    union
    (select p.board_id, p.num, p.subnum, p.thread from files_of_posts p
      where p.media_hash_src = d.sha256 and not p.hidden order by p.num desc limit 50)) p
  join boards b on b.id = p.board_id) shown on true`;

export interface DumpRow extends Omit<
  ContributedDump,
  'id' | 'state' | 'received_at' | 'changed_at' | 'size' | 'boards'
> {
  readonly id: string;
  readonly state: number;
  readonly received_at: Date;
  readonly changed_at: Date;
  readonly size: string;
  readonly boards: string[];
}

export function toDump(row: DumpRow): ContributedDump {
  return {
    ...row,
    id: Number(row.id),
    size: Number(row.size),
    state: dumpStateOf(row.state),
    received_at: row.received_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  };
}

/** The columns of a request `r`. Index: dump_change_posts_pkey. */
export const SELECT_CHANGES = `
select r.id, r.dump_id as dump, r.client, r.version, encode(r.md5, 'hex') as md5, r.size, r.field, r.before, r.after, r.state, r.reason,
  r.made_at, r.touched_at, r.decided_at, r.decided_by, not r.unapplied as applied,
  (select count(distinct (p.board_id, p.num, p.subnum))::int from dump_change_posts p where p.change_id = r.id) as posts
from dump_changes r`;

type TimeOfChange = 'made_at' | 'touched_at' | 'decided_at';

export interface ChangeRow extends Omit<DumpChange, 'id' | 'dump' | 'size' | 'due_at' | TimeOfChange> {
  readonly id: string;
  readonly dump: string | null;
  readonly size: string;
  readonly made_at: Date;
  readonly touched_at: Date | null;
  readonly decided_at: Date | null;
}

export function toChange(row: ChangeRow): DumpChange {
  const due = row.state === 'pending' ? new Date(row.made_at.getTime() + GRANT_AFTER_MS) : null;
  return {
    ...row,
    id: Number(row.id),
    dump: row.dump === null ? null : Number(row.dump),
    size: Number(row.size),
    made_at: row.made_at.toISOString(),
    due_at: due?.toISOString() ?? null,
    touched_at: row.touched_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
