import { say } from '../lib/words.ts';

/** Over an answer that came without the database. */
export function DegradedNotice() {
  return <output className="notice-line degraded-notice">{say('common.degraded')}</output>;
}
