/** A file holds so many numbers of a board, so it never holds more threads, which is what sitemaps.org allows. */
export const NUMS_A_FILE = 50_000;

const VISIBLE_OPENERS = 'from posts where board_id = $1 and opener and not hidden';
const FILE_OF_NUM = `num / ${NUMS_A_FILE} + 1`;

/**
 * Which files of a board hold anything, the newest first. Goes down posts_threads_created (board_id, num desc) from file to
 * file, one entry each, however many threads there are between. $1 board, $2 how many.
 */
export const SELECT_FILES = `
  with recursive files (file) as (
    (select ${FILE_OF_NUM} ${VISIBLE_OPENERS} order by num desc limit 1)
    union all
    select (
      select ${FILE_OF_NUM} ${VISIBLE_OPENERS} and num < (files.file - 1) * ${NUMS_A_FILE} order by num desc limit 1
    )
    from files
    where files.file is not null
  )
  select file from files where file is not null limit $2`;

/** Bigints come as text. */
export interface FileRow {
  readonly file: string;
}

/**
 * A stretch of posts_threads_created (board_id, num desc); or of posts_num, where PostgreSQL finds that cheaper, and then as many
 * rows as a file has numbers. $1 board, $2 from, $3 up to and without.
 */
export const SELECT_THREADS = `
  select num, coalesce(time_bumped, time_posted) as modified ${VISIBLE_OPENERS} and num >= $2 and num < $3 order by num`;

export interface ThreadRow {
  readonly num: string;
  readonly modified: Date;
}
