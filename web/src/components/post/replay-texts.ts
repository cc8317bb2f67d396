import replay from '../../../../mappings/locales/en/replay.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t } = textsOf<typeof replay, Placeholders>(replay);
