import { showStaffNotice, type StaffNotice } from '../../../lib/staff-actions.ts';
import '../../../styles/staff-notice.css';
import { t } from '../texts.ts';

/** The result of an action at the bottom of the page, until it is closed. */
export function Notice({ notice: { text, undo } }: { readonly notice: StaffNotice }) {
  return (
    <section className="staff-notice" aria-label={t('menu.staff')}>
      <p>{text}</p>
      {undo !== undefined && (
        <button type="button" className="button" onClick={() => void undo()}>
          {t('reports.undo')}
        </button>
      )}
      <button type="button" className="button" onClick={() => showStaffNotice(null)}>
        {t('common.close')}
      </button>
    </section>
  );
}
