/**
 * German. Readers are addressed as "du". One word for each thing: Board, Thread, Beitrag, Eröffnungsbeitrag, Ghost-Beitrag, Verfasser, Text
 * (comment), Katalog, angepinnt, ausblenden and einblenden (hide, show), endgültig löschen (purge), sperren (ban), deaktivieren (an account),
 * Netzwerk, Protokoll (of what staff do), Log (of a program), Team (staff), Suchanfrage (query), Bedingung, Ergebnisse (the list), Treffer (one
 * of them), Vorschaubild, pro. Texts must hold with relative times ("vor 3 Minuten"), so no "seit {time}" and no "bis {time}".
 */
export { germanHints as hints, germanProblems as problems } from '../../../mappings/problem-texts/german.ts';
import type { Messages } from './catalogue.ts';
import { accounts } from './de/accounts.ts';
import { admin } from './de/admin.ts';
import { bans } from './de/bans.ts';
import { boardSettings } from './de/board-settings.ts';
import { common } from './de/common.ts';
import { dumps } from './de/dumps.ts';
import { fields } from './de/fields.ts';
import { dumpStaff } from './de/dump-staff.ts';
import { moderation } from './de/moderation.ts';
import { posts } from './de/posts.ts';
import { search } from './de/search.ts';
import { tasks } from './de/tasks.ts';

export const messages: Messages = {
  ...accounts,
  ...admin,
  ...bans,
  ...boardSettings,
  ...common,
  ...dumps,
  ...fields,
  ...dumpStaff,
  ...moderation,
  ...posts,
  ...search,
  ...tasks,
};
