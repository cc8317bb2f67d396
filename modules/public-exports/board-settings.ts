import type { BoardSettingsModule } from '../../mappings/board-settings/module.ts';
import { flagSetting } from '../../mappings/board-settings/setting.ts';

export const publicExportSettings = {
  name: 'public-exports',
  settings: {
    publicExport: {
      ...flagSetting(
        'readers may download all visible posts of the board at /exports, as a file that is made anew every week',
      ),
      standard: false,
      after: 'newestThreadsFirst',
    },
  },
} as const satisfies BoardSettingsModule;
