/** Texts of the links to the forms. They are loaded with every page. */
import links from './texts/en/links.json';
import type { Placeholders } from './texts/placeholders.ts';
import { textsOf } from '../../../web/src/lib/messages.ts';

export const { t } = textsOf<typeof links, Placeholders>(links);
