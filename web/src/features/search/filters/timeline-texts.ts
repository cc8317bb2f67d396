import intervals from '../../../../../mappings/locales/en/intervals.json';
import timeline from '../../../../../mappings/locales/en/timeline.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

const texts = { ...intervals, ...timeline };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
