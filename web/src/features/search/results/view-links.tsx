import { VIEWS, type View } from '../views.ts';
import { t } from '../../../lib/messages.ts';

interface ViewLinksProps {
  readonly view: View | undefined;
  readonly address: (change: { view: View | undefined; cursor: undefined }) => string;
}

export function ViewLinks({ view: current = 'list', address }: ViewLinksProps) {
  return (
    <nav className="sort-links" aria-label={t('search.view')}>
      {VIEWS.map((view) => (
        <a
          key={view}
          href={address({ view: view === 'list' ? undefined : view, cursor: undefined })}
          aria-current={view === current ? 'true' : undefined}
        >
          {t(`view.${view}`)}
        </a>
      ))}
    </nav>
  );
}
