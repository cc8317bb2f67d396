import { PageHeading } from '../../components/page-heading.tsx';
import { QueryExamples } from '../../components/query-examples.tsx';
import { boardAddress, lookUpAddress } from '../../lib/addresses.ts';
import { useTitle } from '../../lib/use-title.ts';
import { t } from './texts.ts';

/** Shown for a thread that is not archived. */
export function ThreadMissing({ board, num }: { readonly board: string; readonly num: number }) {
  useTitle(t('thread.not-archived'));
  return (
    <>
      <section className="message">
        <PageHeading>{t('thread.missing', { num: String(num), board })}</PageHeading>
        <p>{t('thread.missing-why')}</p>
        <p className="message-actions">
          <a className="button" href={lookUpAddress(board, num)}>
            {t('thread.search-post', { num: String(num) })}
          </a>
          <a href={boardAddress(board)}>{t('thread.show-board', { board })}</a>
        </p>
      </section>
      <QueryExamples />
    </>
  );
}
