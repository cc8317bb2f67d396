/** A search for the opening posts of similar threads, the most similar first. Names of boards need no escapes. */
export function similarAddress(board: string, num: number): string {
  return `/search?q=like:${board}/${num}+is:op&sort=relevance`;
}
