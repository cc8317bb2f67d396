/** The modules with settings, one per line. To remove a module, delete its lines in this file and its folder. */
import { cable } from '../modules/cable/settings.ts';
import type { SettingsModule } from './module.ts';

export const MODULES = [
  // In the order of their names.
  cable,
] as const satisfies readonly SettingsModule[];
