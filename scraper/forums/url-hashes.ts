/**
 * A set of 8-byte hashes that uses 8 bytes for each: sorted runs, and a few new hashes in a Set. A Set of them all would use about 50
 * bytes each. Ten million hashes use 80 MB; a lookup takes a few microseconds.
 */

/** Hashes per run. Longer runs are split, so that merging copies little and uses little extra memory. */
const RUN = 65_536;
/** New hashes are merged into the runs when there are this many. */
const MAX_NEW = 4_096;

export class UrlHashes {
  /** Sorted runs. None is empty. */
  #runs: BigInt64Array[] = [];
  readonly #new = new Set<bigint>();

  get size(): number {
    return this.#runs.reduce((sum, run) => sum + run.length, this.#new.size);
  }

  /** Bytes that the runs use. */
  get bytes(): number {
    return this.#runs.reduce((sum, run) => sum + run.byteLength, 0);
  }

  /** `run` is sorted, and its hashes are greater than all in the set. The set keeps the array. */
  append(run: BigInt64Array): void {
    if (run.length > 0) this.#runs.push(run);
  }

  has(hash: bigint): boolean {
    if (this.#new.has(hash)) return true;
    const run = this.#runs[this.#runOf(hash)];
    return run !== undefined && run[placeIn(run, hash)] === hash;
  }

  add(hash: bigint): void {
    if (this.has(hash)) return;
    this.#new.add(hash);
    if (this.#new.size >= MAX_NEW) this.#sortIn();
  }

  delete(hashes: readonly bigint[]): void {
    const gone = new Set(hashes.filter((hash) => !this.#new.delete(hash)));
    const touched = new Set(Array.from(gone, (hash) => this.#runOf(hash)));
    this.#runs = this.#runs
      .map((run, at) => (touched.has(at) ? run.filter((hash) => !gone.has(hash)) : run))
      .filter((run) => run.length > 0);
  }

  /** Index of the last run that begins at or before the hash; 0 if there is none. */
  #runOf(hash: bigint): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#runs[middle]?.[0] ?? hash) <= hash) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #sortIn(): void {
    const sorted = BigInt64Array.from(this.#new).toSorted();
    this.#new.clear();
    if (this.#runs.length === 0) this.#runs.push(new BigInt64Array());
    const parts = Map.groupBy(sorted, (hash) => this.#runOf(hash));
    this.#runs = this.#runs.flatMap((run, at) => {
      const part = parts.get(at);
      return part === undefined ? [run] : cut(merge(run, part));
    });
  }
}

/** Index at which the hash is or would be inserted. */
function placeIn(run: BigInt64Array, hash: bigint): number {
  let [low, high] = [0, run.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run[middle] ?? hash) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merge(run: BigInt64Array, part: readonly bigint[]): BigInt64Array {
  const merged = new BigInt64Array(run.length + part.length);
  let [from, to] = [0, 0];
  for (const hash of part) {
    const end = placeIn(run, hash);
    merged.set(run.subarray(from, end), to);
    to += end - from;
    merged[to++] = hash;
    from = end;
  }
  merged.set(run.subarray(from), to);
  return merged;
}

/** Copies the halves: a subarray would keep the whole buffer in memory. */
function cut(run: BigInt64Array): BigInt64Array[] {
  if (run.length <= RUN) return [run];
  return [run.slice(0, run.length >>> 1), run.slice(run.length >>> 1)];
}
