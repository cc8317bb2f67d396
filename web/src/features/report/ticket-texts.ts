import reportTicket from '../../../../mappings/locales/en/report-ticket.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t } = textsOf<typeof reportTicket, Placeholders>(reportTicket);
