/** Facts that a server records while it renders a page. */
import { createContext, useState, useSyncExternalStore } from 'react';
import type { TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { PagePreview } from '../../../../mappings/contract/rendering.ts';

/** The part of a comment that the page shows; null for a comment that the page contains more than once. */
export type ShownPart = TextRange | 'whole' | null;

export interface RenderRecord {
  readonly onTitle: (title: string) => void;
  readonly onPreview: (preview: Partial<PagePreview>) => void;
  /** By post (`postKey`). */
  readonly comments: Map<string, ShownPart>;
}

/** null in browsers. */
export const RenderRecordContext = createContext<RenderRecord | null>(null);

const never = () => () => undefined;

/** False on the server and during hydration: everything that depends on this browser has to wait until it is true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether the element was in the HTML of the server. */
export function useCameWithPage(): boolean {
  const isHydrated = useIsHydrated();
  const [came] = useState(!isHydrated);
  return came;
}
