/** Texts of the links. They are loaded with every page. */
import { textsOf } from '../../../web/src/lib/messages.ts';
import links from './texts/en/links.json';

export const { t } = textsOf<typeof links, object>(links);
