/** What staff do with reported posts, and how that is taken back. */
import type { NamedPost } from '../../../../../mappings/contract/reports.ts';
import { changeReports, moderatePosts } from '../api.ts';

export interface Deed {
  readonly action: 'hide' | 'purge' | 'dismiss' | 'reopen' | 'note';
  readonly posts: readonly NamedPost[];
  /** The reason of a hide or purge, else a note for other staff; '' for none. */
  readonly note: string;
}

export interface Done {
  readonly deed: Deed;
  /** What changed. */
  readonly posts: readonly NamedPost[];
}

export async function act(deed: Deed): Promise<Done> {
  const { action, note } = deed;
  const posts = namesOf(deed.posts);
  if (action !== 'hide' && action !== 'purge') {
    await changeReports({ action, posts, ...(note !== '' && { note }) });
    return { deed, posts };
  }
  const changed = await moderatePosts({ action, posts, ...(note !== '' && { reason: note }) });
  // A post that was hidden already counts too: its reports are closed.
  return { deed, posts: action === 'hide' ? posts : changed.posts };
}

/** Shows what was hidden and opens the reports again, or the other way round. */
export async function undo({ deed }: Done): Promise<void> {
  const posts = namesOf(deed.posts);
  if (deed.action === 'hide') await moderatePosts({ action: 'show', posts });
  await changeReports({ action: deed.action === 'reopen' ? 'dismiss' : 'reopen', posts });
}

function namesOf(posts: readonly NamedPost[]): NamedPost[] {
  return posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
}
