/** Imported by the parts of the pages that are loaded when they are opened, for their texts in English. Other languages come whole. */
import { more } from '../locales/en/more.ts';
import { addMessages } from './messages.ts';

addMessages(more);
