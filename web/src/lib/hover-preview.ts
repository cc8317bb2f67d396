/** The file whose whole picture is previewed beside its thumbnail while a mouse is over it. */
import type { PointerEvent } from 'react';
import type { File } from '../../../mappings/contract/post.ts';
import { savesData } from './display-preferences.ts';
import { shownFile } from './media-kind.ts';
import { createStore, useStore } from './store.ts';

const SHOW_AFTER_MS = 350;
/** Time to move the pointer from the thumbnail onto the preview. */
const HIDE_AFTER_MS = 120;

export interface Hovered {
  readonly file: File;
  readonly thumbnail: DOMRect;
}

const hovered = createStore<Hovered | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export function useHovered(): Hovered | null {
  return useStore(hovered);
}

export function hidePreview(): void {
  later(0, null);
}

/** Keeps the preview while the pointer is on it. */
export function keepPreview(): void {
  clearTimeout(timer);
}

export function hidePreviewSoon(): void {
  later(HIDE_AFTER_MS, null);
}

/** Pointer events of a thumbnail. Fingers and pens expand files instead, since they cannot hover. */
export function previewEvents(file: File) {
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || !isPreviewed(file)) return;
      const thumbnail = event.currentTarget;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (thumbnail.isConnected) hovered.write({ file, thumbnail: thumbnail.getBoundingClientRect() });
      }, SHOW_AFTER_MS);
    },
    onPointerLeave: hidePreviewSoon,
    onPointerDown: hidePreview,
  };
}

/** Readers who prefer reduced motion or save data get previews only if they turn them on. */
function isPreviewed(file: File): boolean {
  const kind = shownFile(file)?.kind;
  if (kind === undefined || kind === 'audio' || savesData()) return false;
  return !(kind === 'video' || file.type === 'gif') || !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function later(milliseconds: number, next: Hovered | null): void {
  clearTimeout(timer);
  timer = setTimeout(() => hovered.write(next), milliseconds);
}
