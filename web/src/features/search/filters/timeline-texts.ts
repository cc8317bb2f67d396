import timeline from '../../../../../mappings/locales/en/timeline.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof timeline, Placeholders>(timeline);
