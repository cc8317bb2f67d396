/** Change requests of used dumps, and offers of missing files: their states, and who may change them. Pure. */

/**
 * pending    the granter will grant it 24 hours after it was made
 * stopped    a moderator or the granter stopped it: only a moderator may grant it now
 * granted    the file's record and its posts have the new value
 * refused    a moderator refused it
 * withdrawn  its dump is not used any more, or the record has the value already
 * reverted   it was granted, and the record has the previous value again
 */
export const DUMP_CHANGE_STATES = ['pending', 'stopped', 'granted', 'refused', 'withdrawn', 'reverted'] as const;
export type DumpChangeState = (typeof DUMP_CHANGE_STATES)[number];

/** Actions of moderators on a request, and the states in which each is allowed. */
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

/** The granter waits this long after a request, so that moderators can notice and stop errors. */
export const GRANT_AFTER_MS = 24 * 3_600_000;

/**
 * asked        the archive requests the file
 * uploaded     a contributor has uploaded it; it waits for its checks
 * quarantined  it matches the dump, and waits for a moderator
 * accepted     the scraper will store it
 * stored       the archive serves it
 * refused      the checks or a moderator refused it
 */
export const OFFER_STATES = ['asked', 'uploaded', 'quarantined', 'accepted', 'stored', 'refused'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** Folder of shared files for files that contributors have uploaded, named by SHA-256. Servers write it, scrapers read it. */
export const OFFER_FOLDER = 'dump-offers';

/** Folder of shared files for packages that arrived while PostgreSQL was down. */
export const SPOOL_FOLDER = 'dump-spool';

/** Key of an uploaded file. @param sha256 In hexadecimal. */
export function offeredFile(sha256: string): string {
  return `${OFFER_FOLDER}/${sha256}`;
}

/** Key of the thumbnail that the scraper stores beside an uploaded picture. @param sha256 Hash of the picture in hexadecimal. */
export function offeredThumbnail(sha256: string): string {
  return `${OFFER_FOLDER}/${sha256}.thumb`;
}

/** Limit for the total size of the files in the folder, in bytes. */
export const OFFER_QUOTA = 4 * 2 ** 30;
