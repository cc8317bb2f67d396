import { getRouteApi, useLocation } from '@tanstack/react-router';
import { ThreadView } from '../features/thread/thread-view.tsx';
import { useIsHydrated } from '../lib/hydration/render-record.ts';

const route = getRouteApi('/$board/thread/$num');

export function ThreadPage() {
  const { board, num } = route.useParams();
  const part = route.useSearch();
  const fragment = useLocation({ select: ({ hash }) => hash });
  // Servers do not receive the fragment.
  const target = useIsHydrated() ? fragment : '';
  return <ThreadView board={board} num={Number(num)} part={part} target={target} />;
}
