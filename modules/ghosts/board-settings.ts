import type { BoardSettingsModule } from '../../mappings/board-settings/module.ts';
import { flagSetting, numberSetting } from '../../mappings/board-settings/setting.ts';

const WHERE_ALLOWED = { needs: ['ghosts.allowed'] };

export const ghostSettings = {
  name: 'ghosts',
  settings: {
    'ghosts.allowed': {
      ...flagSetting('readers may write ghost posts, replies that are on the archive only (needs SAGASU_CONTACT)'),
      standard: false,
      needs: ['SAGASU_CONTACT'],
    },
    'ghosts.proof': {
      ...flagSetting(
        'ghost posts come with a proof of work, which the pages do; others wait for staff, and their network 10 times as long',
      ),
      ...WHERE_ALLOWED,
    },
    'ghosts.proofOnly': {
      ...flagSetting('ghost posts without a proof of work are refused (forms without scripts, clients of FoolFuuka)'),
      standard: false,
      needs: ['ghosts.allowed', 'ghosts.proof'],
    },
    'ghosts.hold': {
      ...flagSetting('staff look at ghost posts before readers do'),
      standard: false,
      ...WHERE_ALLOWED,
    },
    'ghosts.cooldown': {
      ...numberSetting([1, 86_400], 'seconds', 'seconds that a network waits between two ghost posts', 30),
      kind: 'whole',
      ...WHERE_ALLOWED,
    },
    'ghosts.index': {
      ...flagSetting('search engines may index threads with ghost posts'),
      standard: false,
      ...WHERE_ALLOWED,
    },
  },
} as const satisfies BoardSettingsModule;
