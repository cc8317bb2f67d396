import { PageHeading } from '../../components/page-heading.tsx';
import { boardAddress, lookUpAddress } from '../../lib/addresses.ts';
import { useTitle } from '../../lib/use-title.ts';
import { say } from '../../lib/messages.ts';

/** For a number that no archived thread has. */
export function ThreadMissing({ board, num }: { readonly board: string; readonly num: number }) {
  useTitle(say('thread.not-archived'));
  return (
    <section className="message">
      <PageHeading>{say('thread.missing', { num: String(num), board })}</PageHeading>
      <p>{say('thread.missing-why')}</p>
      <p className="message-actions">
        <a className="button" href={lookUpAddress(board, num)}>
          {say('thread.look-for', { num: String(num) })}
        </a>
        <a href={boardAddress(board)}>{say('thread.see-board', { board })}</a>
      </p>
    </section>
  );
}
