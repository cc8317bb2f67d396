import type { BoardSetting } from './setting.ts';

/** The settings of boards that a module adds. They are apart from `mappings/module.ts`, because pages of readers load that. */
export interface BoardSettingsModule {
  readonly name: string;
  /** New names begin with that of the module and a dot. */
  readonly settings: Readonly<Record<string, BoardSetting>>;
}
