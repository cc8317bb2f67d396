/** Staff actions in the pages of readers: the action that waits for a confirmation, and the result of the last one. */
import type { FilePost } from './post-files.ts';
import { createStore, useStore } from './store.ts';

export interface FileAction {
  readonly action: 'delete' | 'ban';
  readonly post: FilePost;
}

const asked = createStore<FileAction | null>(null);

/** The action that waits for a confirmation. */
export function useFileAction(): FileAction | null {
  return useStore(asked);
}

export function requestFileAction(request: FileAction | null): void {
  asked.write(request);
}

export interface StaffNotice {
  readonly text: string;
  /** Undoes the action in the notice. */
  readonly undo?: () => Promise<void>;
}

const told = createStore<StaffNotice | null>(null);

export function useStaffNotice(): StaffNotice | null {
  return useStore(told);
}

export function showStaffNotice(notice: StaffNotice | null): void {
  told.write(notice);
}
