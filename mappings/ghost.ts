/** Ghost posts: replies that readers write on the archive. Pure. */

/** UTF-16 code units of what a reader may type. */
export const GHOST_LIMITS = { name: 100, email: 100, subject: 100, comment: 4_000, lines: 100, password: 64 } as const;
/** Of new passwords; older ones may have four. */
export const MIN_GHOST_PASSWORD = 8;

/** How many times longer a network waits between two posts without the proof of work that the board asks for. */
export const PROOF_FACTOR = 10;
