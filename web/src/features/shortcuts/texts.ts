import shortcuts from '../../../../mappings/locales/en/shortcuts.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof shortcuts, Placeholders>(shortcuts);
