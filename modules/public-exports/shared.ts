import { flagSetting } from '../../mappings/board-settings/setting.ts';
import type { SharedModule } from '../../mappings/module.ts';

export const publicExports = {
  name: 'public-exports',
  boardFlags: [
    {
      name: 'public_export',
      description: 'Whether /exports has files with the posts of the board.',
      sql: `coalesce(b.settings -> 'publicExport', d.settings -> 'publicExport') = 'true'`,
    },
  ],
  boardSettings: {
    publicExport: {
      ...flagSetting(
        'readers may download all visible posts of the board at /exports, as a file that is made anew every week',
      ),
      standard: false,
      after: 'newestThreadsFirst',
    },
  },
} as const satisfies SharedModule;
