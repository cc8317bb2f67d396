import display from '../../../mappings/locales/en/display.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { textsOf } from '../lib/messages.ts';

export const { t, tRich } = textsOf<typeof display, Placeholders>(display);
