import { randomUUID } from 'node:crypto';

const DIGITS = 12;

/** Names for requests, a random one of this process and counted on from there: cheaper than one by chance for each. */
export function createRequestIds(first: string = randomUUID()): () => string {
  const process = first.slice(0, -DIGITS);
  let count = 0;
  return () => process + (count++).toString(16).padStart(DIGITS, '0');
}
