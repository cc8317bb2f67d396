import { useEffect, useRef } from 'react';
import { LANGUAGES } from 'virtual:languages';
import { saveLanguage } from '../lib/language.ts';
import { currentLanguage } from '../lib/messages.ts';
import { t } from './footer-texts.ts';

/** The language that was chosen here: the pages are then drawn anew, and the focus must return. */
let chosen: string | null = null;

/** The languages by their own names, for those who cannot read the current one. */
export function LanguageChoice() {
  const current = currentLanguage();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen !== current) return;
    chosen = null;
    button.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    // A list of links has its own landmark: this is a group of buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" className="site-languages" aria-label={t('footer.language')}>
      {[...LANGUAGES].map(([code, { name }]) => (
        <button
          key={code}
          ref={code === current ? button : null}
          type="button"
          className="text-button"
          lang={code}
          aria-pressed={code === current}
          onClick={() => {
            chosen = code;
            saveLanguage(code);
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
