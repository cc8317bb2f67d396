import { t } from '../lib/messages.ts';

/** Over an answer that came without the database. */
export function DegradedNotice() {
  return <output className="notice-line degraded-notice">{t('common.degraded')}</output>;
}
