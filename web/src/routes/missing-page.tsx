import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { isBoardName } from '../../../mappings/board.ts';
import { closestName } from '../../../mappings/closest-name.ts';
import { BoardChoices } from '../components/board-choices.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { QueryExamples } from '../components/query-examples.tsx';
import { boardAddress, searchAddress } from '../lib/addresses.ts';
import { boardsQuery } from '../lib/queries.ts';
import { useTitle } from '../lib/use-title.ts';
import { t, tRich } from './missing-page-texts.ts';

/** For addresses without a page, and boards that do not exist. */
export function MissingPage() {
  useTitle(t('page.missing'));
  const { pathname } = useLocation();
  const [, board = ''] = pathname.split('/');
  const { data: boards = [] } = useQuery(boardsQuery());
  if (boards.some(({ name }) => name === board)) return <MissingPageOfBoard board={board} />;
  const isOfBoard = isBoardName(board);
  return (
    <>
      <section className="message">
        <PageHeading>{isOfBoard ? t('page.no-board', { board }) : t('page.missing-title')}</PageHeading>
        {isOfBoard && <NearBoard name={board} />}
        <p>{t(isOfBoard ? 'page.no-board-text' : 'page.missing-text')}</p>
        <BoardChoices />
        <p className="message-actions">
          <a href="/">{t('error.home')}</a>
          <a href="/search">{t('page.show-newest')}</a>
        </p>
      </section>
      <QueryExamples />
    </>
  );
}

function MissingPageOfBoard({ board }: { readonly board: string }) {
  return (
    <>
      <section className="message">
        <PageHeading>{t('page.missing-title')}</PageHeading>
        <p>{t('page.missing-of-board', { board })}</p>
        <p className="message-actions">
          <a href={boardAddress(board)}>{t('thread.show-board', { board })}</a>
          <a href="/">{t('error.home')}</a>
        </p>
      </section>
      <QueryExamples />
    </>
  );
}

/** The board that the reader may have meant. */
function NearBoard({ name }: { readonly name: string }) {
  const { data: boards = [] } = useQuery(boardsQuery());
  const near = closestName(
    name,
    boards.map((board) => board.name),
    Math.min(2, Math.floor(name.length / 2)),
  );
  if (near === null) return null;
  const link = (
    <a key="board" href={boardAddress(near)}>
      /{near}/
    </a>
  );
  return <p>{tRich('page.near-board', { board: link })}</p>;
}

/** For the address of a post that is not in the archive. */
export function MissingPost() {
  const { board = '', num = '' } = useParams({ strict: false });
  useTitle(t('thread.not-archived'));
  return (
    <>
      <section className="message">
        <PageHeading>{t('thread.post-missing', { num, board })}</PageHeading>
        <p>{t('thread.post-missing-why')}</p>
        <p className="message-actions">
          <a href={searchAddress(`quotes:${board}/${num}`)}>{t('thread.quoting', { num })}</a>
          <a href={boardAddress(board)}>{t('thread.show-board', { board })}</a>
          <a href="/">{t('error.home')}</a>
        </p>
      </section>
      <QueryExamples />
    </>
  );
}
