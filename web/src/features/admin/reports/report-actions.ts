/** Actions of staff on reported posts, and how to undo them. */
import type { DecidedReports, DecideReports, NamedPost } from '../../../../../mappings/contract/reports.ts';
import { changeReports, moderatePosts } from '../api.ts';
import { decideReports } from '../moderation-api.ts';

export interface ReportAction {
  readonly action: DecideReports['decision'] | 'reopen' | 'note' | 'answer';
  readonly posts: readonly NamedPost[];
  /** The reason of the decision, or a note for other staff; '' for none. */
  readonly note: string;
  /** Those who reported the post read it; '' for none. */
  readonly answer?: string;
  readonly ban?: DecideReports['ban'];
}

export interface Done {
  readonly request: ReportAction;
  /** The number of posts that changed. */
  readonly posts: number;
  readonly bans: number;
  /** Posts about which somebody else has decided in the meantime. */
  readonly decided: DecidedReports['decided'];
}

export async function act(request: ReportAction): Promise<Done> {
  const { action, note, answer = '', ban } = request;
  const posts = namesOf(request.posts);
  if (action === 'reopen' || action === 'note' || action === 'answer') {
    const texts = { ...(note !== '' && { note }), ...(action === 'answer' && { answer }) };
    const changed = await changeReports({ action, posts, ...texts });
    return { request, posts: changed.posts, bans: 0, decided: [] };
  }
  const { bans, ...done } = await decideReports({
    decision: action,
    posts,
    ...(note !== '' && { reason: note }),
    ...(answer !== '' && { answer }),
    ...(ban !== undefined && { ban }),
  });
  return { request, ...done, bans: bans.length };
}

/** Whether `undo` can take back the whole action. */
export function canUndo({ request: { action }, posts, bans }: Done): boolean {
  return posts > 0 && bans === 0 && (action === 'hide' || action === 'dismiss' || action === 'reopen');
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
