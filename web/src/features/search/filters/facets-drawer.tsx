import { useSyncExternalStore, type ReactNode } from 'react';
import { t } from '../../../lib/messages.ts';

const WIDE = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Beside the results where there is room; behind a line above them where there is not. */
export function FacetsDrawer({ children }: { readonly children: ReactNode }) {
  const isWide = useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  if (isWide) return <aside className="search-side">{children}</aside>;
  return (
    <details className="facets-drawer">
      <summary>{t('search.narrow')}</summary>
      {children}
    </details>
  );
}
