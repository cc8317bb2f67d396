import { PageHeading } from '../components/page-heading.tsx';
import { useTitle } from '../lib/use-title.ts';

export function NotFound() {
  useTitle('No such page');
  return (
    <section className="message">
      <PageHeading>There is no such page</PageHeading>
      <p>The address may be mistyped, or it names a board that is not archived here.</p>
      <p className="message-actions">
        <a href="/">See the boards</a>
        <a href="/search">See the newest posts</a>
      </p>
    </section>
  );
}
