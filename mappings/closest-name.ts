import { distance } from 'fastest-levenshtein';

/**
 * Finds the candidate that `text` is most likely a misspelling of.
 * @param maxDistance Most insertions, deletions and replacements of UTF-16 units that still count as a misspelling.
 * @returns null when no candidate is that near; the first of several that are equally near.
 */
export function closestName(text: string, candidates: Iterable<string>, maxDistance: number): string | null {
  let closest: string | null = null;
  let closestDistance = maxDistance + 1;
  for (const candidate of candidates) {
    const edits = distance(text, candidate);
    if (edits < closestDistance) [closest, closestDistance] = [candidate, edits];
  }
  return closest;
}
