/**
 * SQL expressions for the name of a row's file at the source (mappings/source-file.ts). `row` is the name of a relation with columns of
 * posts.
 */

/** True if the source named the file, so that its address is known. */
export const hasFileName = (row: string): string =>
  `(${row}.media_time is not null or coalesce(${row}.extra ? 'tim', false))`;

/** True if the source stated a file. */
export const statesFile = (row: string): string => `(${row}.media_hash is not null or ${hasFileName(row)})`;
