import thread from '../../../../mappings/locales/en/thread.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof thread, Placeholders>(thread);
