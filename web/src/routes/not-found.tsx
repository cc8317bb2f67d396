import { PageHeading } from '../components/page-heading.tsx';
import { useTitle } from '../lib/use-title.ts';
import { say } from '../lib/messages.ts';

export function NotFound() {
  useTitle(say('page.missing'));
  return (
    <section className="message">
      <PageHeading>{say('page.missing-title')}</PageHeading>
      <p>{say('page.missing-text')}</p>
      <p className="message-actions">
        <a href="/">{say('page.see-boards')}</a>
        <a href="/search">{say('page.see-newest')}</a>
      </p>
    </section>
  );
}
