import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { PageHeading } from '../components/page-heading.tsx';
import { SavedList } from '../features/search/bar/saved-list.tsx';
import { forgetRecentSearches, useRecentSearches } from '../features/search/bar/use-submit-search.ts';
import { lookUpAddress, searchAddress } from '../lib/addresses.ts';
import { announce } from '../lib/announce.ts';
import { showAllPosts, usePostsHiddenByHand } from '../lib/hidden-posts.ts';
import { forgetOwnPosts, OWN_POSTS } from '../lib/own-posts.ts';
import { tellServer, usePreferenceList } from '../lib/preferences.ts';
import { useTitle } from '../lib/use-title.ts';
import { t } from './settings-texts.ts';

const DisplayChoices = lazy(async () => ({ default: (await import('./display-choices.tsx')).DisplayChoices }));

const FilterSettings = lazy(async () => ({
  default: (await import('../features/reader-filters/filter-settings.tsx')).FilterSettings,
}));

/** The reader's display settings, and everything else that the pages keep in this browser. */
export function SettingsPage() {
  useTitle(t('settings-page.name'));
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <div className="reader-settings">
      <PageHeading>{t('settings-page.name')}</PageHeading>
      <p className="quiet">{t('settings-page.lead')}</p>
      <noscript>
        <p>{t('settings-page.scripts')}</p>
      </noscript>
      <section className="display-choices reader-settings-display" aria-label={t('settings-page.display')}>
        {isInBrowser && (
          <Suspense>
            <DisplayChoices />
          </Suspense>
        )}
      </section>
      {isInBrowser && (
        <Suspense>
          <FilterSettings />
          <Kept />
        </Suspense>
      )}
    </div>
  );
}

function Kept() {
  const recent = useRecentSearches();
  const hidden = [...usePostsHiddenByHand()];
  const own = usePreferenceList(OWN_POSTS);
  return (
    <section className="reader-settings-kept" aria-labelledby="kept-heading">
      <h2 id="kept-heading">{t('settings-page.kept')}</h2>
      <SavedList />
      <KeptList
        name={t('settings-page.recent')}
        links={recent.map((q) => ({ href: searchAddress(q), text: q }))}
        onClear={forgetRecentSearches}
      />
      <KeptList name={t('settings-page.hidden')} links={hidden.flatMap(linkOfPost)} onClear={showAllPosts} />
      <KeptList name={t('settings-page.own')} links={own.flatMap(linkOfPost)} onClear={forgetOwnPosts} />
      <ClearAll />
    </section>
  );
}

/** `g/123` or, for a ghost post, `g/123_1`. */
function linkOfPost(key: string): readonly { readonly href: string; readonly text: string }[] {
  const [, board = '', num = ''] = /^([^/]+)\/(\d+)/.exec(key) ?? [];
  return num === ''
    ? []
    : [{ href: lookUpAddress(board, Number(num)), text: `/${board}/ ${key.slice(board.length + 1)}` }];
}

interface KeptListProps {
  readonly name: string;
  readonly links: readonly { readonly href: string; readonly text: string }[];
  readonly onClear: () => void;
}

function KeptList({ name, links, onClear }: KeptListProps) {
  return (
    <>
      <h3>{name}</h3>
      {links.length === 0 ? (
        <p className="quiet">{t('settings-page.none')}</p>
      ) : (
        <ul>
          {links.map(({ href, text }) => (
            <li key={text}>
              <a href={href}>
                <code>{text}</code>
              </a>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <button
          type="button"
          className="button"
          aria-label={t('settings-page.clear-list', { list: name })}
          onClick={() => {
            onClear();
            announce(t('settings-page.cleared'));
          }}
        >
          {t('settings-page.clear')}
        </button>
      )}
    </>
  );
}

/** Removes everything that the pages have stored in this browser, except the cookie of a signed-in account. */
function forgetEverything(): void {
  for (const name of ['theme', 'language']) tellServer(name, null);
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // The browser refuses storage: nothing is stored.
  }
}

/** Two presses, since nothing brings the lists back. */
function ClearAll() {
  const [isSure, setSure] = useState(false);
  const press = () => {
    if (!isSure) return setSure(true);
    forgetEverything();
    return window.location.reload();
  };
  return (
    <p>
      <button type="button" className="button button-danger" onClick={press} onBlur={() => setSure(false)}>
        {t(isSure ? 'settings-page.clear-all-sure' : 'settings-page.clear-all')}
      </button>
    </p>
  );
}
