/** Times of posting of a board's documents in one index, in milliseconds since 1970, both included. */
export interface PostedRange {
  readonly from: number;
  readonly until: number;
}

/** A range of documents that are about to be written. */
export interface WrittenRange extends PostedRange {
  readonly index: string;
  readonly boardId: number;
  /** The epoch of the documents' versions. */
  readonly epoch: number;
}

const DAY_MS = 86_400_000;

/** Whole days, and one day more: new posts of the next day are then inside, and the registry changes once a day. */
export function widened({ from, until }: PostedRange): PostedRange {
  return { from: Math.floor(from / DAY_MS) * DAY_MS, until: (Math.floor(until / DAY_MS) + 2) * DAY_MS };
}

export function contains(outer: PostedRange, inner: PostedRange): boolean {
  return outer.from <= inner.from && outer.until >= inner.until;
}
