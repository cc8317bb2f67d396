import type { ReactNode } from 'react';

/** A page's only h1. It gets the focus after a navigation, so that keyboards and screen readers start there. */
export function PageHeading({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <h1 tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
