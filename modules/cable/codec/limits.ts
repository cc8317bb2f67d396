/** Limits of the specification, and our own where it has none. */

/** For a text, and for a value of an info post. */
export const MAX_TEXT_BYTES = 4_096;
/** In code points. */
export const MAX_CHANNEL = 64;
export const MAX_TOPIC = 512;
export const MAX_NAME = 32;
export const MAX_INFO_KEY = 128;
export const MAX_REASON = 128;
export const MAX_RECIPIENTS = 16;
export const MAX_TTL = 16;

/** Our own limits; the specification has none. */
export const MAX_LINKS = 256;
export const MAX_DELETES = 1_024;
export const MAX_INFO_KEYS = 64;
/** In one request or response. */
export const MAX_HASHES = 20_000;
/** Posts in one response, and channels in one list. */
export const MAX_ITEMS = 20_000;
export const MAX_POST_BYTES = 64 * 1_024;
/** A peer may send all requested posts in one message. */
export const MAX_MESSAGE_BYTES = 8 * 1_024 * 1_024;

/** One week: the most that the time of a post may be ahead of the receiver's clock. */
export const MAX_AHEAD_MS = 604_800_000;

export const KEY_BYTES = 32;
export const HASH_BYTES = 32;
export const SIGNATURE_BYTES = 64;
