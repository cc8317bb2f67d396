import settings from '../../../mappings/locales/en/settings-page.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../lib/messages.ts';

export const { t } = textsOf<typeof settings, Placeholders>(settings);
