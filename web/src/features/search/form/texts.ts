import form from '../../../../../mappings/locales/en/form.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof form, Placeholders>(form);
