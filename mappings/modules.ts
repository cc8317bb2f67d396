/** The modules that add pure data, one per line. To remove a module, delete its lines in this file and its folder. */
import { cable } from '../modules/cable/shared.ts';
import { ghosts } from '../modules/ghosts/shared.ts';
import { pictures } from '../modules/pictures/shared.ts';
import { publicExports } from '../modules/public-exports/shared.ts';
import { series } from '../modules/series/shared.ts';
import { similar } from '../modules/similar/shared.ts';
import type { SharedModule } from './module.ts';

export const MODULES = [
  // In the order of their names.
  cable,
  ghosts,
  pictures,
  publicExports,
  series,
  similar,
] as const satisfies readonly SharedModule[];
