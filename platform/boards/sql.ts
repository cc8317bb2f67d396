/** boards_pkey. `revision` is the same for the same settings. $1 board. */
export const SELECT_SETTINGS = 'select settings, md5(settings::text) as revision from boards where id = $1';

/** boards_pkey. Whoever changes them next waits; who writes posts does not. $1 board. */
export const LOCK_SETTINGS = `${SELECT_SETTINGS} for no key update`;

/** boards_pkey. $1 board, $2 settings. */
export const UPDATE_SETTINGS =
  'update boards set settings = $2 where id = $1 returning settings, md5(settings::text) as revision';

/** All three primary keys: rows of one board. $1 board. */
export const COUNT_HELD = `
select (select count(*)::int from missing_posts where board_id = $1 and state = 'held') as posts,
  (select count(*)::int from missing_threads where board_id = $1 and state = 'held') as threads,
  (select count(*)::int from missing_files where board_id = $1 and state = 'held') as files`;

/** All three primary keys: rows of one board. An operator says that what is missing is to be judged after all. $1 board. */
export const RELEASE_HELD = `
with posts as (
  update missing_posts set state = 'released', due_at = first_missed_at where board_id = $1 and state = 'held' returning 1
), threads as (
  update missing_threads set state = 'released', due_at = first_missed_at where board_id = $1 and state = 'held' returning 1
), files as (
  update missing_files set state = 'released', due_at = first_missed_at where board_id = $1 and state = 'held' returning 1
)
select (select count(*)::int from posts) as posts, (select count(*)::int from threads) as threads,
  (select count(*)::int from files) as files`;
