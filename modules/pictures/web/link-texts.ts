/** Texts of the links. They are loaded with every page. */
import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';
import type { Placeholders } from './texts/placeholders.ts';

export const { t } = textsOf<typeof links, Placeholders>(links);
