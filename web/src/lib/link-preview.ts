import { use } from 'react';
import type { PagePreview } from '../../../mappings/contract/rendering.ts';
import { RenderRecordContext } from './hydration/render-record.ts';

/**
 * Gives the server the link preview of this page for other programs. Does nothing in a browser, since programs load each page from the
 * server.
 */
export function useLinkPreview(preview: () => Pick<PagePreview, 'path'> & Partial<PagePreview>): void {
  const record = use(RenderRecordContext);
  if (import.meta.env.SSR) record?.onPreview({ ...preview() });
}
