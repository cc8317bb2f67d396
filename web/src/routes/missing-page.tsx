import { useParams } from '@tanstack/react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { boardAddress } from '../lib/addresses.ts';
import { useTitle } from '../lib/use-title.ts';
import { t } from './missing-page-texts.ts';

/** For addresses without a page, and boards that do not exist. */
export function MissingPage() {
  useTitle(t('page.missing'));
  return (
    <section className="message">
      <PageHeading>{t('page.missing-title')}</PageHeading>
      <p>{t('page.missing-text')}</p>
      <p className="message-actions">
        <a href="/">{t('error.home')}</a>
        <a href="/search">{t('page.show-newest')}</a>
      </p>
    </section>
  );
}

/** For the address of a post that is not in the archive. */
export function MissingPost() {
  const { board = '', num = '' } = useParams({ strict: false });
  useTitle(t('thread.not-archived'));
  return (
    <section className="message">
      <PageHeading>{t('thread.post-missing', { num, board })}</PageHeading>
      <p>{t('thread.post-missing-why')}</p>
      <p className="message-actions">
        <a href={boardAddress(board)}>{t('thread.show-board', { board })}</a>
        <a href="/">{t('error.home')}</a>
      </p>
    </section>
  );
}
