/** The candidate that `text` is most likely a slip of: at most `limit` letters away, or null. The first of equals. */
export function nearest(text: string, candidates: Iterable<string>, limit: number): string | null {
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    // The difference in length is a lower bound: most candidates are ruled out without the table.
    if (Math.abs(candidate.length - text.length) >= bestDistance) continue;
    const letters = distance(text, candidate);
    if (letters < bestDistance) [best, bestDistance] = [candidate, letters];
  }
  return best;
}

/** Insertions, deletions and replacements that make one text of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
