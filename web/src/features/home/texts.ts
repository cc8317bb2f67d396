import examples from '../../../../mappings/locales/en/examples.json';
import home from '../../../../mappings/locales/en/home.json';
import type { Placeholders } from '../../../../mappings/locales/placeholders.ts';
import { textsOf } from '../../lib/messages.ts';

const texts = { ...examples, ...home };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
