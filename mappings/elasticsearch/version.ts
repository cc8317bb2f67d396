/**
 * External version of a document: the epoch above 40 bits of revision, so that after a restore to an older point (epoch
 * + 1) everything written before loses. As a double it is exact up to epoch 8,191; the bound is checked, not assumed.
 */
const REV_BITS = 40;
const MAX_REV = 2 ** REV_BITS - 1;

export function documentVersion(epoch: number, rev: number): number {
  if (!Number.isInteger(rev) || rev < 1 || rev > MAX_REV) throw new RangeError(`rev ${rev} does not fit 40 bits`);
  if (!Number.isInteger(epoch) || epoch < 1) throw new RangeError(`epoch ${epoch} is not a whole number from 1 on`);
  const version = epoch * 2 ** REV_BITS + rev;
  if (!Number.isSafeInteger(version)) throw new RangeError(`epoch ${epoch} does not fit`);
  return version;
}

/**
 * Whether a document of this version holds this rev. A document that has not changed since a restore keeps the version of
 * an earlier epoch, and that is as it should be: the next change is above it.
 */
export function isVersionOf(version: number, epoch: number, rev: number): boolean {
  const writtenIn = Math.floor(version / 2 ** REV_BITS);
  return version - writtenIn * 2 ** REV_BITS === rev && writtenIn >= 1 && writtenIn <= epoch;
}
