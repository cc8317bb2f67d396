/** The rows of public exports. */

/** Unlisted boards are missing from readers' lists, so they have no exports in them either. */
const PUBLISHES = `coalesce(b.settings -> 'publicExport', d.settings -> 'publicExport') = 'true'
  and coalesce(b.settings -> 'unlisted', d.settings -> 'unlisted', 'false') <> 'true'`;

/** Complete files of boards that publish them, without purged posts. Reads all rows of boards. Index: public_exports_board. */
export const LIST_EXPORTS = `
select b.name as board, e.file, e.made_at, e.posts, e.size, encode(e.sha256, 'hex') as sha256
from public_exports e join boards b on b.id = e.board_id cross join board_defaults d
where e.size is not null and e.purged_since is null and ${PUBLISHES} and ($1::text is null or e.file = $1)
order by b.name, e.made_at desc`;

/**
 * Boards that publish exports and need a new one: without a complete one, with one that has a purged post or is older than $2, or with
 * one that is outdated since a time before $3. Reads all rows of boards. Index: public_exports_board. $1 now.
 */
export const SELECT_DUE = `
select b.id, b.name from boards b cross join board_defaults d
where (${PUBLISHES}) and not exists (
  select 1 from public_exports e
  where e.board_id = b.id and e.size is not null and e.purged_since is null and e.made_at <= $1 and e.made_at > $2 and (e.outdated_since is null or e.outdated_since > $3))
order by b.id`;

/** Index: public_exports_pkey. $1 board, $2 file, $3 when. */
export const ADD_EXPORT = 'insert into public_exports (board_id, file, made_at) values ($1, $2, $3) returning id';

/** Index: public_exports_pkey. $1 id, $2 posts, $3 bytes, $4 SHA-256. */
export const COMPLETE_EXPORT = 'update public_exports set posts = $2, size = $3, sha256 = $4 where id = $1';

/**
 * Exports that are replaced by a newer one, that have purged posts, of boards that no longer publish any, and incomplete ones. Called
 * under the lock, while no export is being made. Reads all rows of public_exports.
 */
export const DELETE_REPLACED = `
delete from public_exports e using boards b, board_defaults d
where b.id = e.board_id and (e.size is null or e.purged_since is not null or not coalesce((${PUBLISHES}), false)
  or exists (select 1 from public_exports n where n.board_id = e.board_id and n.id > e.id and n.size is not null))`;

/** Reads all rows of public_exports. */
export const SELECT_COMPLETE = 'select file from public_exports where size is not null';

/** Index: public_exports_file_key. $1 file. */
export const DELETE_FILE = 'delete from public_exports where file = $1';

/** Reads all rows of public_exports. */
export const SELECT_FILES = 'select file from public_exports';
