/** The words of the pages for admins, which come with them. */
import { addAdminMessages } from '../../lib/messages.ts';
import { en } from '../../locales/en.ts';

addAdminMessages(en);
