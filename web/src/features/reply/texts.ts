import reply from '../../../../mappings/locales/en/reply.json';
import report from '../../../../mappings/locales/en/report.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

const texts = { ...reply, ...report };

export const { t } = textsOf<typeof texts, Placeholders>(texts);
