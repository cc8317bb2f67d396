import type { Source } from '../../source.ts';

export const pipermail = {} satisfies Source;
