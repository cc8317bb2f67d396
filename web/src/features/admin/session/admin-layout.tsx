import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorMessage } from '../../../components/error-message.tsx';
import '../../../styles/admin-boards.css';
import '../../../styles/admin-narrow.css';
import '../../../styles/admin-refused.css';
import '../../../styles/admin-settings.css';
import '../../../styles/admin-tasks.css';
import '../../../styles/admin.css';
import { isSessionGone, SIGNED_OUT } from '../api.ts';
import { ADMIN_KEY, keepSession, sessionQuery } from '../queries.ts';
import { TaskWatchProvider } from '../tasks/task-watch.tsx';
import { AdminNav } from './admin-nav.tsx';
import { SignIn } from './sign-in.tsx';

/** What all admin pages stand in: who is signed in, the ways between them, and the form for whoever is not. */
export function AdminLayout() {
  const queryClient = useQueryClient();
  const { data: session, error, refetch } = useQuery(sessionQuery());
  useEffect(() => watchForEnd(queryClient), [queryClient]);
  const place = useRef<HTMLDivElement>(null);
  const wasSignedOut = useRef(false);
  const isSignedIn = session?.user != null;
  // Once there was a session, its pages stay behind the form: what was typed in them is there afterwards.
  const [hadSession, setHadSession] = useState(false);
  if (isSignedIn && !hadSession) setHadSession(true);
  useEffect(() => {
    if (isSignedIn && wasSignedOut.current) place.current?.querySelector('h1')?.focus({ preventScroll: true });
    wasSignedOut.current = session !== undefined && !isSignedIn;
  }, [isSignedIn, session]);

  if (session === undefined) {
    if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
    return <p className="admin-waiting" aria-busy="true" />;
  }
  return (
    <>
      {!isSignedIn && <SignIn ended={hadSession} hasUsers={session.hasUsers} />}
      {hadSession && (
        <div className="admin" ref={place} hidden={!isSignedIn}>
          <TaskWatchProvider>
            <AdminNav name={session.user?.name ?? ''} onSignedOut={() => setHadSession(false)} />
            <Outlet />
          </TaskWatchProvider>
        </div>
      )}
    </>
  );
}

/** Whichever request learns that the session is over, the form comes. */
function watchForEnd(queryClient: QueryClient): () => void {
  const end = (error: unknown) => {
    if (isSessionGone(error)) keepSession(queryClient, SIGNED_OUT);
  };
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (event.query.queryKey[0] === ADMIN_KEY) end(event.action.error);
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') end(event.action.error);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
