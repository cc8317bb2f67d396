/** Lengths that the specification states, and those that it leaves open. */

/** Bytes of a text, and of a value of an info post. */
export const MAX_TEXT_BYTES = 4_096;
/** Code points. */
export const MAX_CHANNEL = 64;
export const MAX_TOPIC = 512;
export const MAX_NAME = 32;
export const MAX_INFO_KEY = 128;
export const MAX_REASON = 128;
export const MAX_RECIPIENTS = 16;
export const MAX_TTL = 16;

/** Our own: the specification limits neither. A channel of more heads than this has other troubles. */
export const MAX_LINKS = 256;
export const MAX_DELETES = 1_024;
export const MAX_INFO_KEYS = 64;
/** Hashes of one request or response. */
export const MAX_HASHES = 20_000;
/** Posts of one response, channels of a list. */
export const MAX_ITEMS = 20_000;
/** Bytes of a post. */
export const MAX_POST_BYTES = 64 * 1_024;
/** Bytes of a message: a peer may send in one message all posts that were requested. */
export const MAX_MESSAGE_BYTES = 8 * 1_024 * 1_024;

/** A post may be so far ahead of the clock of whoever receives it, in milliseconds: a week. */
export const MAX_AHEAD_MS = 604_800_000;

export const KEY_BYTES = 32;
export const HASH_BYTES = 32;
export const SIGNATURE_BYTES = 64;
