/** The server's role may only call these functions. Their comments in the schema list the indexes. */

/** $1 digest, $2 content, $3 client, $4 version, $5 md5, $6 sha1, $7 sha256, $8 size, $9 type, $10 contributor, $11 true if the file is offered */
export const ADD_DUMP = 'select add_dump($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as outcome';

/** $1 digest of the dump, $2 contributor, $3 client, $4 version, $5 digest of the release, $6 release key, $7 signature */
export const STATE_RELEASE = 'select state_dump_release($1, $2, $3, $4, $5, $6, $7)';

/** $1 digest, $2 state, $3 problem, $4 content */
export const KEEP_FAILED_DUMP = 'select keep_failed_dump($1, $2, $3, $4)';
