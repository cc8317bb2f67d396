import intervals from '../../../../mappings/locales/en/intervals.json';
import statistics from '../../../../mappings/locales/en/statistics.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

const texts = { ...intervals, ...statistics };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
