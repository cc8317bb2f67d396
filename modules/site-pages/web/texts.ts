import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';
import pages from './texts/en/pages.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...links, ...pages };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
