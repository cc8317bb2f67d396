import type { QueryClient } from '@tanstack/react-query';
import type { Post } from '../../../../../mappings/contract/post.ts';
import { announce } from '../../../lib/announce.ts';
import { showStaffNotice, type StaffNotice } from '../../../lib/staff-actions.ts';
import { moderatePosts } from '../api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { failureText } from '../request-problem.tsx';
import { t } from '../texts.ts';

/** Hides a post from every reader, and shows a notice with a button to undo it. */
export async function hideInPlace(queryClient: QueryClient, { board, num, subnum }: Post): Promise<void> {
  const place = { num: String(num), board };
  const change = async (action: 'hide' | 'show', undo?: StaffNotice['undo']) => {
    try {
      await moderatePosts({ action, posts: [{ board, num, subnum }] });
      tell({ text: t(`moderate.done.${action}`, place), ...(undo !== undefined && { undo }) });
      await refreshPages(queryClient);
    } catch (error) {
      tell({ text: `${t('request.failed', { what: t(`request.${action}`) })} ${failureText(error)}` });
    }
  };
  await change('hide', async () => change('show'));
}

export function tell(notice: StaffNotice): void {
  showStaffNotice(notice);
  announce(notice.text);
}

/** Pages must not continue to show cached content. */
export async function refreshPages(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ADMIN_KEY });
}
