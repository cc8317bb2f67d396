import compared from '../../../../../mappings/locales/en/compared.json';
import type { Placeholders } from '../../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../../lib/messages.ts';

export const { t } = textsOf<typeof compared, Placeholders>(compared);
