/** Actions of staff on reported posts, and how to undo them. */
import type { NamedPost } from '../../../../../mappings/contract/reports.ts';
import { changeReports, moderatePosts } from '../api.ts';

export interface ReportAction {
  readonly action: 'hide' | 'purge' | 'dismiss' | 'reopen' | 'note';
  readonly posts: readonly NamedPost[];
  /** The reason of a hide or purge, else a note for other staff; '' for none. */
  readonly note: string;
}

export interface Done {
  readonly request: ReportAction;
  /** The posts that changed. */
  readonly posts: readonly NamedPost[];
}

export async function act(request: ReportAction): Promise<Done> {
  const { action, note } = request;
  const posts = namesOf(request.posts);
  if (action !== 'hide' && action !== 'purge') {
    await changeReports({ action, posts, ...(note !== '' && { note }) });
    return { request, posts };
  }
  const changed = await moderatePosts({ action, posts, ...(note !== '' && { reason: note }) });
  // A post that was already hidden counts too, since its reports are closed.
  return { request, posts: action === 'hide' ? posts : changed.posts };
}

/** Shows the hidden posts and opens their reports again, or the reverse. */
export async function undo({ request }: Done): Promise<void> {
  const posts = namesOf(request.posts);
  if (request.action === 'hide') await moderatePosts({ action: 'show', posts });
  await changeReports({ action: request.action === 'reopen' ? 'dismiss' : 'reopen', posts });
}

function namesOf(posts: readonly NamedPost[]): NamedPost[] {
  return posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
}
