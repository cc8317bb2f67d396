import { useEffect } from 'react';

/** Sets the page's title, shown in the browser's tab and history. */
export function useTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = [...parts.filter((part) => part !== null && part !== undefined && part !== ''), 'Sagasu'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
