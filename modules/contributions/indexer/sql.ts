/** Dumps that are due. Index: dumps_due. $1 now, $2 limit. */
export const SELECT_DUE = `
select id, md5, size from dumps where state in (0, 33, 83) and due_at <= $1 order by due_at, id limit $2`;

/** Index: dumps_pkey. $1 id, $2 now. */
export const LOCK_DUE = `
select id, state, content, image_id, named, trusted_by is not null as is_trusted, client, version, reason, shows_file(md5, size, sha256) as is_shown,
  (select i.id from images i where i.sha256 = dumps.sha256 and i.md5 = dumps.md5 and i.size = dumps.size) as own_image
from dumps where id = $1 and state in (0, 33, 83) and due_at <= $2 for update`;

export interface DueRow {
  readonly id: string;
  readonly state: number;
  readonly content: Buffer;
  readonly image_id: string | null;
  readonly named: boolean;
  readonly is_trusted: boolean;
  readonly client: string;
  readonly version: string;
  readonly is_shown: boolean;
  readonly own_image: string | null;
}

/**
 * The highest trust of the dump's contributors: by key, or by the release that they state.
 * Indexes: dump_contributors_pkey, dump_trust_pkey, dump_trust_contributor, dump_releases_pkey. $1 dump, $2 client, $3 version.
 */
export const SELECT_TRUST = `
select min(least(t.trust, trust_by_release(c.contributor, c.release, $2, $3))) as trust from dump_contributors c
left join dump_trust t on t.client = $2 and t.version = $3 and t.contributor = c.contributor
where c.dump_id = $1`;

/** Index: dumps_used. $1 MD5, $2 size. */
export const SELECT_USED = `
select id, client, version, trusted_by is not null as is_trusted from dumps where md5 = $1 and size = $2 and state = 11 for update`;

export interface UsedRow {
  readonly id: string;
  readonly client: string;
  readonly version: string;
  readonly is_trusted: boolean;
}

/** Withdraws undecided requests of dumps that are not used any more. Indexes: dump_changes_file, dumps_pkey. $1 MD5, $2 size, $3 now. */
export const WITHDRAW_LEFT = `
update dump_changes r set state = 'withdrawn', decided_at = $3, decided_by = 'service'
where r.md5 = $1 and r.size = $2 and r.state in ('pending', 'stopped')
  and not exists (select from dumps d where d.id = r.dump_id and d.state = 11)`;

/** Index: dump_changes_file. $1 MD5, $2 size. */
export const IS_CHANGE_PENDING = `
select exists (
  select from dump_changes where md5 = $1 and size = $2 and (state in ('pending', 'stopped') or unapplied)) as is_pending`;

/** Index: dumps_pkey. $1 id, $2 state, $3 now, $4 reason, $5 time when it is due again, $6 named, $7 image. */
export const SET_JUDGED = `
update dumps set state = $2, reason = $4, due_at = $5, named = $6, image_id = $7,
  changed_at = case when state = $2 then changed_at else $3 end
where id = $1`;

/** Index: dumps_pkey. $1 id, $2 state, $3 now. */
export const SET_STATE = 'update dumps set state = $2, reason = null, changed_at = $3 where id = $1';

/** Index: dumps_pkey. $1 id, $2 now, $3 error message. */
export const SET_FAILED = `
update dumps set state = 45, reason = null, problem = left($3, 500), changed_at = $2 where id = $1 and state in (0, 33, 83)`;

/**
 * A dump does not repeat requests that moderators have refused or reverted. Index: dump_changes_file. $1 dump, $2 client, $3 version, $4 MD5, $5 size,
 * $6 now, $7 fields, $8 values before, $9 values after.
 */
export const ADD_CHANGES = `
insert into dump_changes (dump_id, client, version, md5, size, field, before, after, made_at)
select $1, $2, $3, $4, $5, asked.field, asked.before, asked.after, $6
from unnest($7::text[], $8::text[], $9::text[]) with ordinality as asked (field, before, after, place)
where not exists (
  select from dump_changes r where r.md5 = $4 and r.size = $5 and r.field = asked.field and r.dump_id = $1
    and r.after = asked.after and r.state in ('refused', 'reverted'))
order by asked.place`;

/**
 * Updates `named` for a page of dumps: true if visible posts show or name the file. Indexes: dumps_pkey; posts_media_hash and posts_media_hash_src for
 * each dump. $1 after this id, $2 limit, $3 now.
 */
export const MAP_PAGE = `
with page as (
  select d.id, d.named, shows_file(d.md5, d.size, d.sha256) as is_shown from (
    select id, md5, size, sha256, named from dumps where id > $1 and client is not null order by id limit $2) d
), mapped as (
  update dumps d set named = page.is_shown, due_at = case when page.is_shown and d.state = 0 then $3 else d.due_at end
  from page where d.id = page.id and d.named <> page.is_shown returning 1
)
select max(id) as last, count(*)::int as seen, (select count(*)::int from mapped) as mapped from page`;

/**
 * Makes dumps new again whose file is not stored and not named by any post. Indexes: dumps_pkey, posts_media_hash, post_files_media_hash. $1 after this id, $2 up to this id,
 * $3 now.
 */
export const UNMAP_PAGE = `
update dumps d set state = 0, reason = 'unmapped', due_at = 'infinity', changed_at = $3
where d.id > $1 and d.id <= $2 and d.image_id is null and not d.named and d.state in (11, 13, 21, 23, 31, 33, 45, 47, 83)
  and not exists (select from files_of_posts p where p.media_hash = d.md5 and p.media_size = d.size and p.time_purged is null)`;

/**
 * Reopens granted changes for posts that were added after the grant and have the old value. Indexes: dump_changes_pkey; posts_media_hash and post_files_media_hash for each change.
 * $1 after this id, $2 limit.
 */
export const REOPEN_PAGE = `
with page as (
  select id, md5, size, field, before, after from dump_changes
  where id > $1 and state = 'granted' and not unapplied and field in ('sha256', 'width', 'height') order by id limit $2
), reopened as (
  update dump_changes r set unapplied = true from page
  where r.id = page.id and exists (
    select from files_of_posts p where p.media_hash = page.md5 and p.media_size = page.size and p.time_purged is null
      and case page.field
        when 'sha256' then encode(p.media_hash_src, 'hex') is not distinct from page.before
        when 'width' then p.media_dims_src_w::text is not distinct from page.before
        else p.media_dims_src_h::text is not distinct from page.before end)
    -- Not one that a later grant has overtaken.
    and not exists (
      select from dump_changes l where l.md5 = page.md5 and l.size = page.size and l.field = page.field and l.id > page.id
        and (l.state = 'granted' or l.unapplied))
  returning 1
)
select max(id) as last, count(*)::int as seen, (select count(*)::int from reopened) as reopened from page`;

/**
 * Requests missing files that a dump of the page offers and a used dump describes. Indexes: dumps_pkey, dumps_used, dump_offers_sha256_key. $1 after this
 * id, $2 up to this id, $3 now.
 */
export const ASK_FOR_FILES = `
insert into dump_offers (sha256, md5, size, type, asked_at, changed_at)
select distinct d.sha256, d.md5, d.size, d.type, $3::timestamptz, $3::timestamptz from dumps d
join dumps u on u.md5 = d.md5 and u.size = d.size and u.state = 11 and u.sha256 = d.sha256
where d.id > $1 and d.id <= $2 and d.offered and d.named and d.state not in (91, 93) and may_take_file(d.sha256)
on conflict (sha256) do nothing`;

/** Files with a pending request that is older than this time. Index: dump_changes_waiting. $1 time, $2 limit. */
export const SELECT_GRANTABLE = `
select md5, size from (
  select md5, size, min(made_at) as made_at from (
    select md5, size, made_at from dump_changes where state = 'pending' and made_at <= $1 order by made_at, id limit $2) waiting
  group by md5, size) files
order by made_at`;

/** Indexes: dump_changes_file, dumps_pkey. $1 MD5, $2 size, $3 time. */
export const LOCK_GRANTABLE = `
select r.id, r.dump_id, r.field, r.before, r.after, r.touched_at, d.state as dump_state, d.content, d.client, d.version,
  d.trusted_by is not null as is_trusted
from dump_changes r left join dumps d on d.id = r.dump_id
where r.md5 = $1 and r.size = $2 and r.state = 'pending' and r.made_at <= $3
order by r.id for update of r`;

export interface GrantableRow {
  readonly id: string;
  readonly dump_id: string | null;
  readonly field: string;
  readonly before: string | null;
  readonly after: string;
  readonly touched_at: Date | null;
  readonly dump_state: number | null;
  readonly content: Buffer | null;
  readonly client: string | null;
  readonly version: string | null;
  readonly is_trusted: boolean | null;
}

/** Index: dump_changes_file. $1 MD5, $2 size. */
export const HAS_UNAPPLIED = `
select exists (select from dump_changes where md5 = $1 and size = $2 and unapplied) as has_unapplied`;

/** Index: dump_changes_pkey. $1 id, $2 now. */
export const GRANT = `
update dump_changes set state = 'granted', decided_at = $2, decided_by = 'granter', unapplied = true where id = $1`;

/** Index: dump_changes_pkey. $1 id, $2 now, $3 reason. */
export const STOP = `update dump_changes set state = 'stopped', touched_at = $2, reason = $3 where id = $1`;
export const WITHDRAW = `
update dump_changes set state = 'withdrawn', decided_at = $2, decided_by = 'granter', reason = $3 where id = $1`;

/** Index: dump_changes_unapplied. $1 limit. */
export const SELECT_UNAPPLIED = 'select id from dump_changes where unapplied order by id limit $1';
