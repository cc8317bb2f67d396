import publicLog from '../../../../mappings/locales/en/public-log.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof publicLog, Placeholders>(publicLog);
