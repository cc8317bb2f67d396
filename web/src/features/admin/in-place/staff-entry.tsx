import { lazy, Suspense } from 'react';
import type { Post } from '../../../../../mappings/contract/post.ts';
import { useStaffAction, useStaffNotice } from '../../../lib/staff-actions.ts';

const StaffItems = lazy(async () => ({ default: (await import('./staff-items.tsx')).StaffItems }));
const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }));
const Notice = lazy(async () => ({ default: (await import('./notice.tsx')).Notice }));

/** Menu items of a post for staff. They are first in the menu, which opens when they are loaded, so that no item moves. */
export function staffItems(post: Post) {
  return <StaffItems post={post} />;
}

/** Dialogs and results of staff actions in the pages of readers. */
export function StaffLayer() {
  const request = useStaffAction();
  const notice = useStaffNotice();
  return (
    <Suspense>
      {request !== null && <ActionDialog request={request} />}
      {notice !== null && <Notice notice={notice} />}
    </Suspense>
  );
}
