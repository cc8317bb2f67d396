/** The modules that add pure data, one line for each. */
import type { SharedModule } from './module.ts';

export const MODULES = [] as const satisfies readonly SharedModule[];
