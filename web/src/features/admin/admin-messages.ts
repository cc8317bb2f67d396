/** The words of the pages for admins, which come with them. */
import { learnEnglish } from '../../lib/messages.ts';
import { en } from '../../locales/en.ts';

learnEnglish(en);
