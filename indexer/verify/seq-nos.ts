/** A set of sequence numbers, kept as runs: the numbers of one bulk request are consecutive unless others write at the same time. */
export class SeqNos {
  /** First and last number of each run, in order. */
  readonly #runs: [first: number, last: number][] = [];

  /** Numbers must increase, as Elasticsearch assigns them. Others are ignored. */
  add(seqNo: number): void {
    const newest = this.#runs.at(-1);
    if (newest === undefined || seqNo > newest[1] + 1) this.#runs.push([seqNo, seqNo]);
    else if (seqNo === newest[1] + 1) newest[1] = seqNo;
  }

  has(seqNo: number): boolean {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.[1] ?? 0) < seqNo) low = middle + 1;
      else high = middle;
    }
    const [first = Infinity] = this.#runs[low] ?? [];
    return first <= seqNo;
  }
}
