import { type ReactNode, useSyncExternalStore } from 'react';

/** A placeholder for the filters while they load. */
export function FacetsSkeleton() {
  return (
    <div className="facets" aria-hidden="true">
      {[4, 6, 3].map((lines) => (
        <div className="facet" key={lines}>
          {Array.from({ length: lines }, (_, line) => (
            <span className="skeleton facet-skeleton" key={line} />
          ))}
        </div>
      ))}
    </div>
  );
}

const WIDE = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

/** Whether the filters are beside the results; otherwise they are in a sheet. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

/** A target of a skip link (routes/root.tsx). */
export function FacetsAside({ children }: { readonly children: ReactNode }) {
  return (
    <aside id="filters" className="search-side" tabIndex={-1}>
      {children}
    </aside>
  );
}
