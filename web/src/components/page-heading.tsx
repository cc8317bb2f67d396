import type { ReactNode } from 'react';

/** A page's one h1. It takes the focus after a navigation, so that the keyboard and the voice start at the top. */
export function PageHeading({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <h1 tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
