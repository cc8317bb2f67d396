import explain from '../../../../../mappings/locales/en/explain.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof explain, Placeholders>(explain);
