/**
 * Two 24-bit numbers that stand for one revision of one post. Elasticsearch keeps them in the document and PostgreSQL
 * computes them from the row, so both stores can add up a range of posts and compare the sums: 10,000 of them stay far
 * below 2^53, where Elasticsearch's doubles end being exact. Both forms below say the same, in JavaScript and in SQL, and
 * no step passes 2^53: one store's bigint would go on where the other's double rounds.
 *
 * They tell apart what was lost, doubled, swapped or left behind by accident. They are no signature: who rewrites a
 * document can keep them, so a verification compares whatever was written since the last one in full.
 */
const P = 16_777_213;
const Q = 16_777_199;

export type PostState = 'visible' | 'hidden' | 'purged';

const STATE: Readonly<Record<PostState, number>> = { visible: 0, hidden: 1, purged: 2 };

export interface Checksums {
  readonly h1: number;
  readonly h2: number;
}

export interface Checked {
  readonly num: number;
  readonly subnum: number;
  readonly rev: number;
  readonly state: PostState;
}

export function postChecksums({ num, subnum, rev, state }: Checked): Checksums {
  const stamp = rev * 4 + STATE[state];
  // A product, not a sum: two posts that swap their revs must not add up to the same.
  const h1 = ((((num % P) + subnum * 31) % P) * (stamp % P)) % P;
  const mixed = ((num % Q) * 5 + (subnum % Q) * 13 + (stamp % Q) * 11) % Q;
  return { h1, h2: (mixed * mixed + stamp) % Q };
}

const SQL_STATE = `case when p.time_purged is not null then 2 when p.hidden then 1 else 0 end`;
const SQL_STAMP = `(p.rev * 4 + ${SQL_STATE})`;
const SQL_MIXED = `(((p.num % ${Q}) * 5 + (p.subnum % ${Q}) * 13 + (${SQL_STAMP} % ${Q}) * 11) % ${Q})`;

/** Expressions over `posts p`. */
export const SQL_CHECKSUMS = {
  h1: `((((p.num % ${P} + p.subnum::bigint * 31) % ${P}) * (${SQL_STAMP} % ${P})) % ${P})`,
  h2: `((${SQL_MIXED} * ${SQL_MIXED} + ${SQL_STAMP}) % ${Q})`,
} as const;

/** Nums in one range of a verification. */
export const CHECK_RANGE = 10_000;
