/** Statements of follow keys. The comments of the functions name their indexes. $1 is the hash of the secret in each of them. */

export const MAKE_KEY = 'select make_follow_key($1) as is_made';
export const READ_KEY = 'select read_follow_key($1) as key';
export const DELETE_KEY = 'select delete_follow_key($1) as is_deleted';

/** $2 query, $3 name, $4 rev. */
export const ADD_ITEM = 'select outcome, item from add_follow_item($1, $2, $3, $4)';

/** $2 item, $3 name. */
export const RENAME_ITEM = 'select outcome, item from rename_follow_item($1, $2, $3)';

/** $2 item. */
export const DELETE_ITEM = 'select delete_follow_item($1, $2) as outcome';

/** $2 items, $3 revs. */
export const MARK_READ = 'select mark_follows_read($1, $2, $3) as is_known';

/** Without a secret. */
export const COUNT_FOLLOWS = 'select keys, items from count_follows()';
export const READ_HORIZON = 'select rev, writers, unindexed from follow_horizon()';
