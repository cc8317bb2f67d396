import type { SharedModule } from '../../mappings/module.ts';

export const ghosts = {
  name: 'ghosts',
  boardFlags: [
    {
      name: 'ghosts',
      description: 'Whether readers may write ghost posts on the board.',
      sql: 'takes_ghosts(b.id)',
      needsContact: true,
    },
  ],
} as const satisfies SharedModule;
