import type { MediaKind } from '../../mappings/media-address.ts';
import type { Board } from '../../mappings/board.ts';

/**
 * What is to be fetched for posts of a source. It is noted in the statement that writes them: who dies afterwards has lost
 * nothing. Whether the board wants it is asked when it is fetched, so a setting counts at once.
 */
export const MEDIA_KINDS: Readonly<Record<Board['source'], readonly MediaKind[]>> = {
  '4chan': ['file', 'thumb', 'replay'],
  vichan: ['file', 'thumb'],
  foolfuuka: ['file', 'thumb'],
  pipermail: [],
};
