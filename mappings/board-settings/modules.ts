/** The modules that add settings of boards, one per line. To remove a module, delete its lines in this file and its folder. */
import { ghostSettings } from '../../modules/ghosts/board-settings.ts';
import { publicExportSettings } from '../../modules/public-exports/board-settings.ts';
import type { BoardSettingsModule } from './module.ts';

export const MODULES = [
  // In the order of their names.
  ghostSettings,
  publicExportSettings,
] as const satisfies readonly BoardSettingsModule[];
