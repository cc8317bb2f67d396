/**
 * Two 24-bit checksums of one rev of one post. Elasticsearch stores them in the document and PostgreSQL computes them from
 * the row, so that both stores can sum them over a range of posts. Sums of 10,000 stay far below 2^53, up to which
 * Elasticsearch's doubles are exact. The JavaScript and the SQL form compute the same values, and no intermediate result
 * exceeds 2^53.
 *
 * They detect documents that were lost, duplicated, swapped or left behind by accident. They are not signatures: a changed
 * document may keep them. Verifications therefore compare documents in full that were written since the last one.
 */
const P = 16_777_213;
const Q = 16_777_199;

export type PostState = 'visible' | 'hidden' | 'purged';

const STATE: Readonly<Record<PostState, number>> = { visible: 0, hidden: 1, purged: 2 };

export interface Checksums {
  readonly h1: number;
  readonly h2: number;
}

/** The data that the checksums cover. */
export interface Checked {
  readonly num: number;
  readonly subnum: number;
  readonly rev: number;
  readonly state: PostState;
}

/** Computes the checksums in JavaScript. */
export function postChecksums({ num, subnum, rev, state }: Checked): Checksums {
  const stamp = rev * 4 + STATE[state];
  // A product instead of a sum, so that the total changes when two posts swap their revs.
  const h1 = ((((num % P) + subnum * 31) % P) * (stamp % P)) % P;
  const mixed = ((num % Q) * 5 + (subnum % Q) * 13 + (stamp % Q) * 11) % Q;
  return { h1, h2: (mixed * mixed + stamp) % Q };
}

const SQL_STATE = `case when p.time_purged is not null then 2 when p.hidden then 1 else 0 end`;
const SQL_STAMP = `(p.rev * 4 + ${SQL_STATE})`;
const SQL_MIXED = `(((p.num % ${Q}) * 5 + (p.subnum % ${Q}) * 13 + (${SQL_STAMP} % ${Q}) * 11) % ${Q})`;

/** SQL expressions of the checksums of a row `p` of posts. */
export const SQL_CHECKSUMS = {
  h1: `((((p.num % ${P} + p.subnum::bigint * 31) % ${P}) * (${SQL_STAMP} % ${P})) % ${P})`,
  h2: `((${SQL_MIXED} * ${SQL_MIXED} + ${SQL_STAMP}) % ${Q})`,
} as const;

/** The number of nums in one range of a verification. */
export const CHECK_RANGE = 10_000;
