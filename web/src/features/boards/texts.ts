import boards from '../../../../mappings/locales/en/boards.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

export const { t, tRich } = textsOf<typeof boards, Placeholders>(boards);
