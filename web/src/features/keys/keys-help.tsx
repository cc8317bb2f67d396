import { useEffect, useRef } from 'react';
import { KEY_LIST } from './key-list.ts';
import { chooseKeys, useKeysChoice } from '../../lib/keys-choice.ts';
import { say } from '../../lib/messages.ts';

/** The list of keys, and the switch that takes them away. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const on = useKeysChoice();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="keys-help" aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading">{say('keys.name')}</h2>
      <dl>
        {KEY_LIST.map(({ key, meaning }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(meaning)}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input type="checkbox" checked={on} onChange={(event) => chooseKeys(event.target.checked)} /> {say('keys.use')}
      </label>
      {!on && <p className="quiet">{say('keys.off')}</p>}
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        {say('common.close')}
      </button>
    </dialog>
  );
}
