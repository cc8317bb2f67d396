import { useEffect, useRef } from 'react';
import { KEY_LIST } from './key-list.ts';
import { chooseKeys, useKeysChoice } from '../../lib/keys-choice.ts';
import { t } from '../../lib/messages.ts';

/** The list of keys, and the switch that takes them away. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const on = useKeysChoice();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="keys-help" aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading">{t('keys.name')}</h2>
      <dl>
        {KEY_LIST.map(({ key, meaning }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input type="checkbox" checked={on} onChange={(event) => chooseKeys(event.target.checked)} /> {t('keys.use')}
      </label>
      {!on && <p className="quiet">{t('keys.off')}</p>}
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        {t('common.close')}
      </button>
    </dialog>
  );
}
