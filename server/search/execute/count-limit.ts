/**
 * How many hits a search for a page counts. Elasticsearch stops the search of an index after this number of hits, and then reports the
 * number as a lower bound. The limit is the same for each index, so that all indices together visit at most `most` documents: a
 * small index visits fewer, and leaves more to the large ones.
 */

/** Lower bounds below this would be useless to readers, and hundreds of indices count as many each in little time. */
const LEAST = 10_000;

/** true: all hits, since counting them is cheap. `sizes`: documents of each index that is searched; `most`: 0 for all hits. */
export function countLimit(sizes: readonly number[], most: number): number | true {
  if (most === 0) return true;
  let left = most;
  for (const [place, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = left / (sizes.length - place);
    if (size > share) return Math.max(Math.min(LEAST, most), rounded(share));
    left -= size;
  }
  return true;
}

/** 1, 2 or 5 with zeros. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const [digit = 1] = [5, 2].filter((one) => value >= one * power);
  return digit * power;
}
