import type { Source } from '../../../scraper/sources/source.ts';

/**
 * A channel of a cabal. It has no documents to fetch: a peer receives posts one by one (scraper/cable/), and post-of-text.ts turns texts
 * into posts.
 */
export const cable = {} satisfies Source;
