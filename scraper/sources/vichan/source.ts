import type { Source } from '../../source.ts';

export const vichan = {} satisfies Source;
