/** Staff actions in the pages of readers: the action that waits for a confirmation, and the result of the last one. */
import type { Post } from '../../../mappings/contract/post.ts';
import { createStore, useStore } from './store.ts';

export interface StaffAction {
  /** `delete` and `ban`: of the file. */
  readonly action: 'delete' | 'ban' | 'purge' | 'ban-writer';
  /** `filePlace`: of a post with several files. */
  readonly post: Pick<Post, 'board' | 'num' | 'subnum'> & { readonly filePlace?: number };
}

const asked = createStore<StaffAction | null>(null);

/** The action that waits for a confirmation. */
export function useStaffAction(): StaffAction | null {
  return useStore(asked);
}

export function requestStaffAction(request: StaffAction | null): void {
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
