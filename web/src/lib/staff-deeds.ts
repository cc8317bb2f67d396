/** What staff do where they read: the deed that waits for a confirmation, and the outcome of the last. */
import type { Post } from '../../../mappings/contract/post.ts';
import { createStore, useStore } from './store.ts';

export interface FileDeed {
  readonly action: 'delete' | 'ban';
  readonly post: Post;
}

const asked = createStore<FileDeed | null>(null);

/** The deed that waits for a confirmation. */
export function useFileDeed(): FileDeed | null {
  return useStore(asked);
}

export function askFileDeed(deed: FileDeed | null): void {
  asked.write(deed);
}

export interface StaffNotice {
  readonly text: string;
  /** Takes back what the notice tells. */
  readonly undo?: () => Promise<void>;
}

const told = createStore<StaffNotice | null>(null);

export function useStaffNotice(): StaffNotice | null {
  return useStore(told);
}

export function tellStaff(notice: StaffNotice | null): void {
  told.write(notice);
}
