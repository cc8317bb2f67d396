import exports from './texts/en/exports.json';
import type { Placeholders } from './texts/placeholders.ts';
import { textsOf } from '../../../web/src/lib/messages.ts';

export const { t, tRich } = textsOf<typeof exports, Placeholders>(exports);
