import statistics from '../../../../mappings/locales/en/statistics.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof statistics, Placeholders>(statistics);
