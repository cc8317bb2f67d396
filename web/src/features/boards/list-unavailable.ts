/** What a failure of the server means on a page that lists a board. */
export const LIST_UNAVAILABLE = [
  'Lists of threads are not available at the moment',
  'Searches and links to threads go on working. Try again in a moment.',
] as const;
