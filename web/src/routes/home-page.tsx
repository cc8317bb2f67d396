import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FeedLinks } from '../components/feed-links.tsx';
import { HOME_HEADING } from '../components/post/foolfuuka.ts';
import { BoardList } from '../features/home/board-list.tsx';
import { DiscussedNow } from '../features/home/discussed-now.tsx';
import { QueryBar } from '../features/search/bar/query-bar.tsx';
import { SavedList } from '../features/search/bar/saved-list.tsx';
import { FileButton } from '../features/search/file-button.tsx';
import { ALL_STATISTICS, searchAddress } from '../lib/addresses.ts';
import { t } from '../features/home/texts.ts';
import { boardsQuery } from '../lib/queries.ts';
import { useTitle } from '../lib/use-title.ts';
import { useModules } from '../lib/use-modules.ts';

/** The search, and the boards that it searches. */
export function Home() {
  useTitle();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The HTML of a server has focused it already. It is not focused again if the reader has moved on since.
    if (document.activeElement === document.body) place.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  const { data: boards } = useQuery(boardsQuery());
  const modules = useModules();
  return (
    <div className="home">
      <FeedLinks q="" />
      <h1 className="home-name">
        Sagasu <span lang="ja">探す</span>
      </h1>
      <div className="home-search" ref={place}>
        <QueryBar q="" large />
        <ExampleQueries board={boards?.[0]?.name ?? 'g'} />
        <div className="home-links">
          <FileButton />
          <a className="button" href="/search?form=open">
            {t('home.by-fields')}
          </a>
        </div>
      </div>
      <SavedList />
      <section aria-labelledby="boards-heading">
        <h2 id="boards-heading" className="home-heading">
          {t('boards.name')}
        </h2>
        <div className="pull-left">
          <h2 hidden>{HOME_HEADING}</h2>
          <BoardList />
        </div>
        <p className="home-compare">
          <a href={ALL_STATISTICS}>{t('statistics.compare')}</a>
          <a href="/api/docs">{t('home.api')}</a>
          {modules
            .flatMap((module) => module.homeLinks ?? [])
            .map(({ href, text }) => (
              <a key={href} href={href}>
                {text()}
              </a>
            ))}
        </p>
        {modules
          .flatMap((module) => module.boardsLinks?.(boards ?? []) ?? [])
          .map(({ href, text }) => (
            <p key={href}>
              <a href={href}>{text()}</a>
            </p>
          ))}
        {boards?.some((board) => board.public_log) === true && (
          <p>
            <a href="/moderation">{t('public-log.link')}</a>
          </p>
        )}
      </section>
      <DiscussedNow />
    </div>
  );
}

/** Three example queries that introduce the query language. */
function ExampleQueries({ board }: { readonly board: string }) {
  return (
    <ul className="example-queries">
      {examples(board).map(([query, meaning]) => (
        <li key={query}>
          <a href={searchAddress(query)}>
            <code>{query}</code>
          </a>
          <span>{meaning}</span>
        </li>
      ))}
    </ul>
  );
}

function examples(board: string) {
  return [
    ['"thank you" -sorry', t('home.example-phrase')],
    [`board:${board} is:op`, t('home.example-op')],
    ['subject:thread after:2015', t('home.example-subject')],
  ] as const;
}
