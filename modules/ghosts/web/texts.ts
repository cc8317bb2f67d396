import reply from './texts/en/reply.json';
import report from '../../../mappings/locales/en/report.json';
import type { Placeholders } from './texts/placeholders.ts';
import { textsOf } from '../../../web/src/lib/messages.ts';

const texts = { ...reply, ...report };

export const { t } = textsOf<typeof texts, Placeholders>(texts);
