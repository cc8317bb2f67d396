import { PageHeading } from '../../components/page-heading.tsx';
import { boardAddress, lookUpAddress } from '../../lib/addresses.ts';
import { useTitle } from '../../lib/use-title.ts';
import { t } from '../../lib/messages.ts';

/** For a number that no archived thread has. */
export function ThreadMissing({ board, num }: { readonly board: string; readonly num: number }) {
  useTitle(t('thread.not-archived'));
  return (
    <section className="message">
      <PageHeading>{t('thread.missing', { num: String(num), board })}</PageHeading>
      <p>{t('thread.missing-why')}</p>
      <p className="message-actions">
        <a className="button" href={lookUpAddress(board, num)}>
          {t('thread.look-for', { num: String(num) })}
        </a>
        <a href={boardAddress(board)}>{t('thread.see-board', { board })}</a>
      </p>
    </section>
  );
}
