/**
 * The external version of a document: the epoch, followed by 40 bits of rev. A restore of the database raises the epoch, so
 * that all later versions are higher than all earlier ones. Versions are exact as doubles up to epoch 8,191.
 */
const REV_BITS = 40;
const MAX_REV = 2 ** REV_BITS - 1;

/** Returns the version of a rev. @throws RangeError when it does not fit. */
export function documentVersion(epoch: number, rev: number): number {
  if (!Number.isInteger(rev) || rev < 1 || rev > MAX_REV) throw new RangeError(`rev ${rev} does not fit 40 bits`);
  if (!Number.isInteger(epoch) || epoch < 1) throw new RangeError(`epoch ${epoch} is not a whole number from 1 on`);
  const version = epoch * 2 ** REV_BITS + rev;
  if (!Number.isSafeInteger(version)) throw new RangeError(`epoch ${epoch} does not fit`);
  return version;
}

/** Returns the epoch in which a document of this version was written. */
export function epochOf(version: number): number {
  return Math.floor(version / 2 ** REV_BITS);
}

/**
 * True if a document of this version has this rev. The version may be of an earlier epoch, because documents that did not
 * change after a restore keep their versions.
 */
export function isVersionOf(version: number, epoch: number, rev: number): boolean {
  const writtenIn = epochOf(version);
  return version - writtenIn * 2 ** REV_BITS === rev && writtenIn >= 1 && writtenIn <= epoch;
}
