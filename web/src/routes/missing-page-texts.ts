import missing from '../../../mappings/locales/en/missing-page.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../lib/messages.ts';

export const { t, tRich } = textsOf<typeof missing, Placeholders>(missing);
