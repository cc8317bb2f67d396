/** The columns of a file that drawing its thumbnail needs. */
export interface DrawableRow {
  readonly id: string;
  readonly sha256: Buffer;
  readonly type: string;
  readonly datastore_id: number;
}

const COLUMNS = 'f.id, f.sha256, f.type, f.datastore_id';
const IS_STORED = 'f.datastore_id is not null and not f.banned';

/** A page of the files whose thumbnails are of an older rule. images_thumb_rule. $1 rule, $2 and $3 after this rule and id, $4 how many. */
export const SELECT_OLDER = `
select ${COLUMNS}, f.thumb_rule from images f
where f.thumb_id is not null and f.thumb_rule < $1 and (f.thumb_rule, f.id) > ($2::smallint, $3::bigint) and ${IS_STORED}
order by f.thumb_rule, f.id limit $4`;

/** Index: images_thumb_rule. $1 rule. */
export const COUNT_OLDER = `
select count(*)::int as files from images f where f.thumb_id is not null and f.thumb_rule < $1 and ${IS_STORED}`;

/** A page of the files with thumbnails. Index: images_pkey. $1 after this id, $2 how many. */
export const SELECT_ALL = `
select ${COLUMNS} from images f where f.thumb_id is not null and f.id > $1 and ${IS_STORED} order by f.id limit $2`;

/** Index: images_thumb. $1 after this id. */
export const COUNT_ALL = `
select count(*)::int as files from images f where f.thumb_id is not null and f.id > $1 and ${IS_STORED}`;

/**
 * A page of the files that could be decoded when they were stored, and whose thumbnail is not stored. Index: images_pkey. $1 after this
 * id, $2 how many, $3 types that are drawn.
 */
export const SELECT_WITHOUT_THUMBNAIL = `
select ${COLUMNS} from images f left join images t on t.id = f.thumb_id
where f.id > $1 and ${IS_STORED} and f.perceptual_hash is not null and f.type = any ($3::text[])
  and t.datastore_id is null and t.banned is not true
order by f.id limit $2`;

/** Index: images_pkey. $1 id, $2 id of the thumbnail, $3 rule. Returns the hash of the previous thumbnail if it was another one. */
export const SET_THUMBNAIL = `
update images f set thumb_id = $2, thumb_rule = $3
from images o left join images t on t.id = o.thumb_id
where f.id = $1 and o.id = f.id
returning case when t.id <> $2 then t.sha256 end as replaced`;

/** Index: images_pkey. $1 id, $2 rule. */
export const SET_RULE = 'update images set thumb_rule = $2 where id = $1';

/** Index: media_removals_pkey. $1 sha256. */
export const REMOVE_IF_UNUSED = 'insert into media_removals (sha256) values ($1) on conflict do nothing';
