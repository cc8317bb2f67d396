import { PageHeading } from '../../components/page-heading.tsx';
import { boardAddress, lookUpAddress } from '../../lib/addresses.ts';
import { useTitle } from '../../lib/use-title.ts';

/** For a number that no archived thread has. */
export function ThreadMissing({ board, num }: { readonly board: string; readonly num: number }) {
  useTitle('Not in the archive');
  return (
    <section className="message">
      <PageHeading>
        Thread {num} of /{board}/ is not in the archive
      </PageHeading>
      <p>It may be too old or too short-lived to have been seen, or the number may be that of a reply.</p>
      <p className="message-actions">
        <a className="button" href={lookUpAddress(board, num)}>
          Look for post {num}
        </a>
        <a href={boardAddress(board)}>See the threads of /{board}/</a>
      </p>
    </section>
  );
}
