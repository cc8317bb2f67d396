/** Texts of the links to the forms. They are loaded with every page. */
import links from './texts/en/links.json';
import { textsOf } from '../../../web/src/lib/messages.ts';

export const { t } = textsOf<typeof links, object>(links);
