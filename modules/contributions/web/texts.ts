import { textsOf } from '../../../web/src/lib/messages.ts';
import dumps from './texts/en/dumps.json';
import links from './texts/en/links.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...dumps, ...links };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
