/** Requests that a used dump makes to change its file's record, and offers of missing files. Pure. */

/**
 * pending    granted by itself, 24 hours after it was made
 * stopped    a moderator or the granter touched it: only a moderator may grant it now
 * granted    the record and the posts of the file say so
 * refused    a moderator does not want it
 * withdrawn  its dump is not used any more, or the record says so already
 * reverted   it was granted, and the record says again what it said before
 */
export const DUMP_CHANGE_STATES = ['pending', 'stopped', 'granted', 'refused', 'withdrawn', 'reverted'] as const;
export type DumpChangeState = (typeof DUMP_CHANGE_STATES)[number];

/** What moderators may do to a request, and the states in which they may. */
export const DUMP_CHANGE_ACTIONS = ['stop', 'grant', 'refuse', 'revert'] as const;
export type DumpChangeAction = (typeof DUMP_CHANGE_ACTIONS)[number];

const FROM: Readonly<Record<DumpChangeAction, readonly DumpChangeState[]>> = {
  stop: ['pending'],
  grant: ['pending', 'stopped', 'refused', 'reverted'],
  refuse: ['pending', 'stopped'],
  revert: ['granted'],
};

export function mayDecide(action: DumpChangeAction, state: DumpChangeState): boolean {
  return FROM[action].includes(state);
}

/** From the making of a request until it is granted by itself: time to notice errors and halt them. */
export const GRANT_AFTER_MS = 24 * 3_600_000;

/**
 * asked        the archive would like to have the file
 * uploaded     a contributor has handed it over; it waits for its checks
 * quarantined  it is what the dump said, and waits for a moderator
 * accepted     it is being stored
 * stored       it serves its addresses
 * refused      by the checks or by a moderator
 */
export const OFFER_STATES = ['asked', 'uploaded', 'quarantined', 'accepted', 'stored', 'refused'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Folder of the data folder with files that contributors have handed over, by their SHA-256. Servers write it, scrapers read it. */
export const OFFER_FOLDER = 'dump-offers';

/** Folder of the data folder with packages that wait until PostgreSQL is back. */
export const SPOOL_FOLDER = 'dump-spool';

/** Name of the thumbnail that the scraper draws of a picture in the folder, beside it. @param sha256 Of the file, in hexadecimal. */
export function offeredThumbnail(sha256: string): string {
  return `${sha256}.thumb`;
}

/** Files in the folder may have so many bytes together. */
export const OFFER_QUOTA = 4 * 2 ** 30;
