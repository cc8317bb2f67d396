import { LANGUAGES } from 'virtual:languages';
import { setShortcutsOn, useShortcutsOn } from '../lib/display-preferences.ts';
import { setSearchAsYouTypeOn, savesData, useSearchAsYouTypeOn } from '../lib/display-preferences.ts';
import { showAllPosts, usePostsHiddenByHand } from '../lib/hidden-posts.ts';
import { saveLanguage, useLanguage } from '../lib/language.ts';
import { type Theme, THEMES, setTheme, useTheme } from '../lib/display-preferences.ts';
import { setTimeStyle, useTimeStyle } from '../lib/display-preferences.ts';
import { setQuotesInPlace, useQuotesInPlace } from '../lib/quote-preference.ts';
import { t } from './display-texts.ts';

/** Names that say nothing about the look. */
const EXPLAINED = ['yotsuba', 'tomorrow'] as const;

function isExplained(theme: Theme): theme is (typeof EXPLAINED)[number] {
  return EXPLAINED.some((name) => name === theme);
}

interface DisplayChoicesProps {
  /** Closes the menu; the page of settings has none. */
  readonly onClose?: () => void;
}

/** The reader's display preferences, which are stored in this browser. */
export function DisplayChoices({ onClose }: DisplayChoicesProps) {
  const theme = useTheme();
  const language = useLanguage();
  const times = useTimeStyle();
  const keys = useShortcutsOn();
  const typing = useSearchAsYouTypeOn();
  const inPlace = useQuotesInPlace();
  const hidden = usePostsHiddenByHand().size;
  return (
    <>
      <fieldset>
        <legend>{t('display.theme')}</legend>
        {THEMES.map((name) => (
          <div key={name}>
            <label className="choice">
              <input
                type="radio"
                name="theme"
                checked={name === theme}
                aria-describedby={isExplained(name) ? `about-${name}` : undefined}
                onChange={() => setTheme(name)}
              />{' '}
              {t(`theme.${name}`)}
            </label>
            {isExplained(name) && (
              <p id={`about-${name}`} className="choice-about">
                {t(`theme.${name}-about`)}
              </p>
            )}
          </div>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('display.language')}</legend>
        {[...LANGUAGES].map(([code, { name }]) => (
          <label key={code} className="choice" lang={code}>
            <input type="radio" name="language" checked={code === language} onChange={() => saveLanguage(code)} />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('display.times')}</legend>
        <label className="choice">
          <input type="radio" name="times" checked={times === 'relative'} onChange={() => setTimeStyle('relative')} />{' '}
          {t('display.relative')}
        </label>
        <label className="choice">
          <input type="radio" name="times" checked={times === 'exact'} onChange={() => setTimeStyle('exact')} />{' '}
          {t('display.exact')}
        </label>
      </fieldset>
      <label className="choice">
        <input type="checkbox" checked={inPlace} onChange={(event) => setQuotesInPlace(event.target.checked)} />{' '}
        {t('display.quotes')}
      </label>
      <label className="choice">
        <input type="checkbox" checked={keys} onChange={(event) => setShortcutsOn(event.target.checked)} />{' '}
        {t('display.keys')}
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={typing}
          disabled={savesData()}
          onChange={(event) => setSearchAsYouTypeOn(event.target.checked)}
        />{' '}
        {t(savesData() ? 'display.typing-saved' : 'display.typing')}
      </label>
      {hidden > 0 && (
        <button type="button" className="text-button choice" onClick={showAllPosts}>
          {t('display.show-hidden', { count: hidden })}
        </button>
      )}
      {onClose !== undefined && (
        <button type="button" className="menu-close" onClick={onClose}>
          {t('common.close')}
        </button>
      )}
    </>
  );
}
