/** Imported by the pages of contributed dumps, for their texts in English. */
import { dumps } from '../locales/en/dumps.ts';
import { addMessages } from './messages.ts';

addMessages(dumps);
