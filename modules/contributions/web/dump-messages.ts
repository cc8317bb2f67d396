/** Imported by the pages of contributed dumps, for their texts in English. */
import { dumps } from '../../../web/src/locales/en/dumps.ts';
import { addMessages } from '../../../web/src/lib/messages.ts';

addMessages(dumps);
