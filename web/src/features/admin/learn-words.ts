/** The words of the pages for admins, which come with them. */
import { learnEnglish } from '../../lib/words.ts';
import { en } from '../../locales/en.ts';

learnEnglish(en);
