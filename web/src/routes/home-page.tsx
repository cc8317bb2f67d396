import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Board } from '../../../mappings/contract/board.ts';
import { FeedLinks } from '../components/feed-links.tsx';
import { HOME_HEADING } from '../components/post/foolfuuka.ts';
import { ArchiveSummary } from '../features/home/archive-summary.tsx';
import { BoardList } from '../features/home/board-list.tsx';
import { DiscussedNow } from '../features/home/discussed-now.tsx';
import { NewestPictures } from '../features/home/newest-pictures.tsx';
import { QueryBar } from '../features/search/bar/query-bar.tsx';
import { SavedList } from '../features/search/bar/saved-list.tsx';
import { FileButton } from '../features/search/file-button.tsx';
import { ALL_STATISTICS, searchAddress } from '../lib/addresses.ts';
import { t } from '../features/home/texts.ts';
import { examplesQuery } from '../lib/examples.ts';
import { boardsQuery } from '../lib/queries.ts';
import { useTitle } from '../lib/use-title.ts';
import { useModules } from '../lib/use-modules.ts';

/** The search, and what the archive is: its size, its boards with their activity, active threads and new pictures. */
export function Home() {
  useTitle();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The HTML of a server has focused it already. It is not focused again if the reader has moved on since.
    if (document.activeElement === document.body) place.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  const { data: boards } = useQuery(boardsQuery());
  return (
    <div className="home">
      <FeedLinks q="" />
      <div className="home-title">
        <h1 className="home-name">
          Sagasu <span lang="ja">探す</span>
        </h1>
        <ArchiveSummary />
      </div>
      <div className="home-search" ref={place}>
        <QueryBar q="" large />
        <ExampleQueries />
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
        <MoreLinks boards={boards ?? []} />
      </section>
      <DiscussedNow />
      <NewestPictures />
    </div>
  );
}

/** Further pages about all boards, of the core and of modules. */
function MoreLinks({ boards }: { readonly boards: readonly Board[] }) {
  const links = useModules().flatMap((module) => [
    ...(module.homeLinks ?? []),
    ...(module.boardsLinks?.(boards) ?? []),
  ]);
  return (
    <p className="home-compare">
      {boards.length > 1 && <a href={ALL_STATISTICS}>{t('statistics.compare')}</a>}
      {links.map(({ href, text }) => (
        <a key={href} href={href}>
          {text()}
        </a>
      ))}
      {boards.some((board) => board.public_log) && <a href="/moderation">{t('public-log.link')}</a>}
      <a href="/help">{t('site.help')}</a>
      <a href="/api/docs">{t('home.api')}</a>
    </p>
  );
}

const EXAMPLES = [
  ['combined', 'example.combined'],
  ['phrase', 'example.phrase'],
  ['image', 'example.image'],
] as const;

/** Three queries that find posts in this archive and introduce the query language. Their rows are reserved while loading. */
function ExampleQueries() {
  const { data, isFetched } = useQuery(examplesQuery());
  const examples = data?.examples ?? [];
  const rows = EXAMPLES.flatMap(([name, meaning]) => {
    const example = examples.find((one) => one.name === name);
    return example === undefined ? [] : [{ ...example, meaning }];
  });
  if (isFetched && rows.length === 0) return null;
  return (
    <ul className="example-queries">
      {rows.map(({ q, hits, meaning }) => (
        <li key={meaning}>
          <a href={searchAddress(q)}>
            <code>{q}</code>
          </a>
          <span>
            {t(meaning)} · {t('example.hits', { count: hits })}
          </span>
        </li>
      ))}
    </ul>
  );
}
