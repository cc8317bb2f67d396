/** A search for posts with similar pictures, the most similar first, as pictures. `hash`: SHA-256, or hashes of a picture. */
export function similarAddress(hash: string): string {
  return `/search?q=similar:${hash}&sort=relevance&view=gallery`;
}
