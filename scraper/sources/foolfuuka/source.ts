import type { Source } from '../../source.ts';

export const foolFuuka = {} satisfies Source;
