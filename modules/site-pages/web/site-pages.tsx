import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Day } from '../../../web/src/components/day.tsx';
import { ErrorMessage } from '../../../web/src/components/error-message.tsx';
import { PageHeading } from '../../../web/src/components/page-heading.tsx';
import { Time } from '../../../web/src/components/time.tsx';
import { boardAddress } from '../../../web/src/lib/addresses.ts';
import { fetchSearch } from '../../../web/src/lib/api-client.ts';
import { answerOf, api } from '../../../web/src/lib/api.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { currentLanguage } from '../../../web/src/lib/messages.ts';
import { boardsQuery, contactQuery } from '../../../web/src/lib/queries.ts';
import { FOREIGN_LINK } from '../../../web/src/lib/safe-link.ts';
import { useTitle } from '../../../web/src/lib/use-title.ts';
import type { PageNode } from '../contract/page-node.ts';
import { PAGE_NAMES, type PageName } from '../page-names.ts';
import { FeedList } from './feed-list.tsx';
import { PageContent } from './page-content.tsx';
import './site-pages.css';
import { t, tRich } from './texts.ts';

const sitePageQuery = (sitePage: PageName, language: string) =>
  queryOptions({
    queryKey: ['site-page', sitePage, language] as const,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/pages/{sitePage}', { params: { path: { sitePage }, query: { language } }, signal })),
    staleTime: 60_000,
    retryOnMount: false,
  });

/** The time of the oldest post. */
const oldestQuery = queryOptions({
  queryKey: ['site-page', 'oldest'] as const,
  queryFn: async ({ signal }) => {
    const { hits } = await fetchSearch({ q: '', sort: 'old', cursor: undefined, limit: 1 }, signal);
    return hits[0]?.time_posted ?? null;
  },
  staleTime: Infinity,
  retry: false,
});

export async function loadPage(name: PageName, queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(sitePageQuery(name, currentLanguage())),
    queryClient.prefetchQuery(boardsQuery()),
    ...(name === 'about' ? [queryClient.prefetchQuery(oldestQuery)] : []),
    ...(name === 'contact' ? [queryClient.prefetchQuery(contactQuery())] : []),
  ]);
}

const PAGES: Readonly<Record<PageName, () => ReactNode>> = { about: AboutPage, contact: ContactPage, feeds: FeedsPage };

const StaffPage = lazy(async () => ({ default: (await import('./staff-page.tsx')).StaffPage }));

/** Readers do not load it. */
export function ShownStaffPage(): ReactNode {
  return (
    <Suspense>
      <StaffPage />
    </Suspense>
  );
}

/** The page of the address. */
export function ShownPage(): ReactNode {
  const { pathname } = useLocation();
  const Page = PAGES[PAGE_NAMES.find((name) => pathname.startsWith(`/${name}`)) ?? 'about'];
  return <Page />;
}

/** Describes the archive: its boards and their times, and the operator's text. */
function AboutPage() {
  return (
    <SitePage name="about">
      <Boards />
    </SitePage>
  );
}

/** How to reach the operator, and the operator's text. */
function ContactPage() {
  const { data: contact } = useQuery(contactQuery());
  return (
    <SitePage name="contact">
      <p className="site-contact">
        {contact === null && t('site-pages.no-contact')}
        {typeof contact === 'string' &&
          tRich('site-pages.write-to', { contact: <ContactLink key="contact" contact={contact} /> })}
      </p>
    </SitePage>
  );
}

/** The feeds of the boards, and how to make others. */
function FeedsPage() {
  return <SitePage name="feeds" after={<FeedList />} />;
}

interface SitePageProps {
  readonly name: PageName;
  /** Above the text. */
  readonly children?: ReactNode;
  readonly after?: ReactNode;
}

function SitePage({ name, children, after }: SitePageProps) {
  const { data, error, refetch } = useQuery(sitePageQuery(name, currentLanguage()));
  const title = data?.title ?? t(`site-pages.${name}`);
  useTitle(title);
  return (
    <div className="site-page">
      <PageHeading>{title}</PageHeading>
      {children}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="site-waiting" aria-busy="true" />}
      {data !== undefined && (
        <div className="site-text" lang={data.language}>
          <PageContent nodes={data.content as unknown as readonly PageNode[]} />
        </div>
      )}
      {after}
    </div>
  );
}

function Boards() {
  const { data: boards } = useQuery(boardsQuery());
  const { data: oldest } = useQuery(oldestQuery);
  const newest = boards
    ?.flatMap(({ last_post: last }) => last ?? [])
    .toSorted()
    .at(-1);
  if (boards === undefined || boards.length === 0) return null;
  return (
    <div className="site-boards-list">
      {typeof oldest === 'string' && newest !== undefined && (
        <p>
          {tRich('site-pages.range', {
            first: <Day key="first" iso={oldest} />,
            last: <Day key="last" iso={newest} />,
          })}
        </p>
      )}
      <div className="site-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('site-pages.board')}</th>
              <th scope="col" data-align="right">
                {t('site-pages.posts')}
              </th>
              <th scope="col">{t('site-pages.newest')}</th>
            </tr>
          </thead>
          <tbody>
            {boards.map(({ name, title, posts, last_post: last }) => (
              <tr key={name}>
                <td>
                  <BoardLink name={name} title={title} />
                </td>
                <td data-align="right">{formatCount(posts)}</td>
                <td>{last !== null && <Time iso={last} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function BoardLink({ name, title }: { readonly name: string; readonly title: string }) {
  return (
    <a href={boardAddress(name)}>
      <span className="board-name">/{name}/</span> <span className="board-title">{title}</span>
    </a>
  );
}

function ContactLink({ contact }: { readonly contact: string }) {
  if (/^https?:\/\//.test(contact))
    return (
      <a href={contact} {...FOREIGN_LINK}>
        {contact}
      </a>
    );
  return /^[^\s@/]+@[^\s@/]+$/.test(contact) ? <a href={`mailto:${contact}`}>{contact}</a> : contact;
}
