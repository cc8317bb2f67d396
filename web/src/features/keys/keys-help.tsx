import { useEffect, useRef } from 'react';
import { KEY_LIST } from './key-list.ts';
import { chooseKeys, useKeysChoice } from './keys-choice.ts';

/** The list of keys, and the switch that takes them away. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const on = useKeysChoice();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="keys-help" aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading">Keys</h2>
      <dl>
        {KEY_LIST.map(({ key, meaning }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input type="checkbox" checked={on} onChange={(event) => chooseKeys(event.target.checked)} /> Use these keys
      </label>
      {!on && <p className="quiet">They can be switched on again in the reading menu, at the top of every page.</p>}
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
