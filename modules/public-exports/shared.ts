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
} as const satisfies SharedModule;
