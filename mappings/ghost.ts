/** Ghost posts: replies that readers write on the archive. Pure. */

/** UTF-16 code units of what a reader may type. */
export const GHOST_LIMITS = { name: 100, email: 100, subject: 100, comment: 4_000, lines: 100, password: 64 } as const;
export const MIN_GHOST_PASSWORD = 4;
