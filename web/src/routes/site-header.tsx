import { useQuery } from '@tanstack/react-query';
import { useLocation, useMatches } from '@tanstack/react-router';
import { Menu } from '../components/menu.tsx';
import { QueryBar } from '../features/search/bar/query-bar.tsx';
import { barContent, readSearchParams } from '../features/search/params.ts';
import { boardAddress, HELP_ADDRESS, isThreadAddress } from '../lib/addresses.ts';
import { t } from '../lib/messages.ts';
import { boardsQuery } from '../lib/queries.ts';
import { useIsPainted } from '../lib/rendering.ts';
import { useIsStaff } from '../lib/staff.ts';
import { DisplaySettings } from './display-settings.tsx';

/**
 * Links to every page, and the query bar, except on the home page, which has its own. On a phone it is at the bottom, within the
 * thumb's reach.
 */
export function SiteHeader() {
  const { pathname, search } = useLocation();
  const isHome = pathname === '/';
  // A board that does not exist would fail the next search.
  const isMissing = useMatches({ select: (matches) => matches.some(({ status }) => status === 'notFound') });
  const content = barContent(isMissing ? '' : pathname, readSearchParams(search));
  return (
    <header className={headerClass(pathname)}>
      {isHome ? (
        <span className="site-space" />
      ) : (
        <>
          <a className="site-name" href="/" aria-label="Sagasu">
            <span className="wide-only">Sagasu</span>
            <svg className="icon narrow-only" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 7.5L8 2.5l6 5M4 6.5V13h8V6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </a>
          <QueryBar {...content} />
        </>
      )}
      <SiteMenu />
      <DisplaySettings />
    </header>
  );
}

/** In a thread on a phone, the thread's bar is at the bottom instead. */
function headerClass(pathname: string): string {
  if (pathname === '/') return 'site-header site-header-home';
  return isThreadAddress(pathname) ? 'site-header site-header-above' : 'site-header';
}

/** A menu with the boards, help and, for staff, the admin pages: one tab stop. */
function SiteMenu() {
  const isPainted = useIsPainted('menu');
  const { data: boards } = useQuery({ ...boardsQuery(), enabled: isPainted });
  const isStaff = useIsStaff();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('site.pages')}>
      <Menu
        className="site-menu"
        name={t('site.menu')}
        label={
          <>
            <span className="wide-only menu-arrow">{t('boards.name')}</span>
            <svg className="icon narrow-only" viewBox="0 0 16 16" aria-hidden="true">
              <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
            </svg>
          </>
        }
      >
        <ul>
          <li>
            <a href="/">{t('site.home')}</a>
          </li>
          <li>
            <a href={HELP_ADDRESS}>{t('site.help')}</a>
          </li>
          {isStaff && (
            <li>
              <a href="/admin">{t('site.admin')}</a>
            </li>
          )}
        </ul>
        <ul className="site-boards" aria-label={t('boards.name')}>
          {boards?.map(({ name, title }) => (
            <li key={name}>
              <a href={boardAddress(name)} aria-current={pathname.startsWith(boardAddress(name)) ? 'true' : undefined}>
                <span className="board-name">/{name}/</span> <span className="board-title">{title}</span>
              </a>
            </li>
          ))}
        </ul>
      </Menu>
    </nav>
  );
}
