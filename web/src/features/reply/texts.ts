import report from '../../../../mappings/locales/en/report.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof report, Placeholders>(report);
