import { t } from '../../lib/messages.ts';

/** What a failure of the server means on a page that lists a board. */
export function listUnavailable(): readonly [title: string, text: string] {
  return [t('board.unavailable'), t('board.unavailable-text')];
}
