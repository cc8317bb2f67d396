/** Ghost posts: replies that readers write on the archive. Pure. */

/** The most UTF-16 code units of each field. */
export const GHOST_LIMITS = { name: 100, email: 100, subject: 100, comment: 4_000, lines: 100, password: 64 } as const;
/** The fewest characters of new passwords; older ones may have four. */
export const MIN_GHOST_PASSWORD = 8;

/** The factor by which a network's wait between two posts grows without the requested proof of work: as in `begin_ghost_post`. */
export const PROOF_FACTOR = 10;
