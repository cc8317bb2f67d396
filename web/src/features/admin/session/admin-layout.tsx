import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorMessage } from '../../../components/error-message.tsx';
import '../../../styles/admin-boards.css';
import '../../../styles/admin-narrow.css';
import '../../../styles/admin-refused.css';
import '../../../styles/admin-settings.css';
import '../../../styles/admin-tasks.css';
import '../../../styles/admin.css';
import { rememberStaff } from '../../../lib/staff.ts';
import { isArchiveAway, isSessionGone, SIGNED_OUT } from '../api.ts';
import { ADMIN_KEY, keepSession, sessionQuery, staffCountsQuery } from '../queries.ts';
import { TaskWatchProvider } from '../tasks/task-watch.tsx';
import { AdminNav } from './admin-nav.tsx';
import { OwnAccount } from './own-account.tsx';
import { SignIn } from './sign-in.tsx';
import { StoresAway } from './stores-away.tsx';
import { useRoles } from './use-roles.ts';

/** The frame of all admin pages: navigation, and the sign-in form without a session. */
export function AdminLayout() {
  const queryClient = useQueryClient();
  const { data: session, error, refetch } = useQuery(sessionQuery());
  useEffect(() => watchForEnd(queryClient), [queryClient]);
  const place = useRef<HTMLDivElement>(null);
  const wasSignedOut = useRef(false);
  const { pathname } = useLocation();
  const isSignedIn = session?.account != null;
  useEffect(() => {
    if (session !== undefined) rememberStaff(isSignedIn);
  }, [session, isSignedIn]);
  const may = useRoles();
  const { history } = useRouter();
  const mustSetUp = session?.account?.must_set_up_totp === true;
  const isElsewhere = mustSetUp && !pathname.startsWith('/admin/account');
  useEffect(() => {
    if (isElsewhere) history.replace('/admin/account');
  }, [isElsewhere, history]);
  // After a session ends, its pages stay rendered behind the form and keep typed text.
  const [hadSession, setHadSession] = useState(false);
  if (isSignedIn && !hadSession) setHadSession(true);
  useEffect(() => {
    if (isSignedIn && wasSignedOut.current) place.current?.querySelector('h1')?.focus({ preventScroll: true });
    wasSignedOut.current = session !== undefined && !isSignedIn;
  }, [isSignedIn, session]);

  if (session === undefined) {
    if (isArchiveAway(error)) return <StoresAway onRetry={() => void refetch()} />;
    if (error !== null) return <ErrorMessage error={error} onRetry={() => void refetch()} />;
    return <p className="admin-waiting" aria-busy="true" />;
  }
  return (
    <>
      {!isSignedIn && <SignIn ended={hadSession} hasAccounts={session.hasAccounts} />}
      {hadSession && (
        <div className="admin" ref={place} hidden={!isSignedIn}>
          <TaskWatchProvider isOff={mustSetUp || !may('admin', 'any')}>
            <div className="admin-bar">
              {/* Such an account may use the page of the own account only. */}
              {!mustSetUp && <AdminNav />}
              <OwnAccount name={session.account?.name ?? ''} onSignedOut={() => setHadSession(false)} />
            </div>
            <div className="admin-page">{!isElsewhere && <Outlet />}</div>
          </TaskWatchProvider>
        </div>
      )}
    </>
  );
}

/** Shows the sign-in form as soon as any request reports that the session has ended. */
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
      if (event.type !== 'updated') return;
      if (event.action.type === 'error') end(event.action.error);
      // Most actions change what waits.
      if (event.action.type === 'success')
        void queryClient.invalidateQueries({ queryKey: staffCountsQuery().queryKey });
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
