import { useEffect, useRef } from 'react';
import { setShortcutsOn, useShortcutsOn } from '../../lib/display-preferences.ts';
import { ShortcutRows } from './shortcut-rows.tsx';
import { t } from './texts.ts';

/** A dialog with the shortcuts and a checkbox to turn them off. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const on = useShortcutsOn();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="shortcuts-help" aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading">{t('shortcuts.name')}</h2>
      <ShortcutRows />
      <label className="choice">
        <input type="checkbox" checked={on} onChange={(event) => setShortcutsOn(event.target.checked)} />{' '}
        {t('shortcuts.use')}
      </label>
      {!on && <p className="quiet">{t('shortcuts.off')}</p>}
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        {t('common.close')}
      </button>
    </dialog>
  );
}
