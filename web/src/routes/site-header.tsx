import { useLocation } from '@tanstack/react-router';
import { barContent } from '../features/search/bar/bar-content.ts';
import { QueryBar } from '../features/search/bar/query-bar.tsx';
import { readSearchParams } from '../features/search/params.ts';
import { ReadingMenu } from './display-settings.tsx';

/** The way home and the query bar. The start page has its own bar. */
export function SiteHeader() {
  const { pathname, search } = useLocation();
  const content = barContent(pathname, readSearchParams(search));
  return (
    <header className="site-header">
      {pathname === '/' ? (
        <span className="site-space" />
      ) : (
        <>
          <a className="site-name" href="/">
            Sagasu
          </a>
          <QueryBar {...content} />
        </>
      )}
      <ReadingMenu />
    </header>
  );
}
