import { PageHeading } from '../components/page-heading.tsx';
import { useTitle } from '../lib/use-title.ts';
import { t } from '../lib/messages.ts';

export function NotFound() {
  useTitle(t('page.missing'));
  return (
    <section className="message">
      <PageHeading>{t('page.missing-title')}</PageHeading>
      <p>{t('page.missing-text')}</p>
      <p className="message-actions">
        <a href="/">{t('page.see-boards')}</a>
        <a href="/search">{t('page.see-newest')}</a>
      </p>
    </section>
  );
}
