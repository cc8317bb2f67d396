import intervals from '../../../mappings/locales/en/intervals.json';
import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';
import pages from './texts/en/pages.json';
import threadHead from './texts/en/thread-head.json';
import type { Placeholders } from './texts/placeholders.ts';

const texts = { ...intervals, ...links, ...threadHead, ...pages };

export const { t, tRich } = textsOf<typeof texts, Placeholders>(texts);
