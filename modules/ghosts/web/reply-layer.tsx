import { lazy, Suspense } from 'react';
import { useReply } from './reply.ts';

const ReplyForm = lazy(async () => ({ default: (await import('./reply-form.tsx')).ReplyForm }));

/** The form for ghost posts, beside the posts. */
export function ReplyLayer() {
  const reply = useReply();
  if (reply?.isOpen !== true) return null;
  return (
    <Suspense>
      <ReplyForm key={`${reply.board}/${reply.thread}`} reply={reply} />
    </Suspense>
  );
}
