/**
 * Tests that repeat something many times (kills, random histories, hostile inputs) play a twentieth of their count in
 * `npm test` and the full count in `npm run faults`, which sets SAGASU_FULL_COUNTS=1.
 */
const SHARE = 20;

export const IS_FULL = process.env['SAGASU_FULL_COUNTS'] === '1';

/** The count for this run: `full`, or a twentieth of it but never less than `least`. */
export function countOf(full: number, least = 1): number {
  return IS_FULL ? full : Math.max(least, Math.ceil(full / SHARE));
}
