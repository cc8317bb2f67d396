import postMenu from '../../../../mappings/locales/en/post-menu.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof postMenu, Placeholders>(postMenu);
