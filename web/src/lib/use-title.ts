import { use, useEffect } from 'react';
import { RenderRecordContext } from './hydration/render-record.ts';

/** Sets the page's title, shown in the browser's tab and history. */
export function useTitle(...parts: readonly (string | null | undefined)[]): void {
  const title = [...parts.filter((part) => part !== null && part !== undefined && part !== ''), 'Sagasu'].join(' · ');
  const record = use(RenderRecordContext);
  record?.onTitle(title);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
