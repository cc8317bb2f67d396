import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { formatCount } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { SIGNED_OUT, signOut } from '../api.ts';
import { ADMIN_KEY, adminBoardsQuery, keepSession } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useTaskWatch } from '../tasks/task-watch.tsx';

interface AdminNavProps {
  /** Name of the signed-in user. */
  readonly name: string;
  readonly onSignedOut: () => void;
}

/** Navigation between the admin pages, with counts of active tasks and quarantined documents. */
export function AdminNav({ name, onSignedOut }: AdminNavProps) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const { activeTasks } = useTaskWatch();
  const { data } = useQuery({ ...adminBoardsQuery(false), enabled: false });
  const quarantined = data?.boards.reduce((sum, board) => sum + board.quarantined, 0) ?? 0;
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      onSignedOut();
      keepSession(queryClient, SIGNED_OUT);
      // The next user of this browser must not see cached data.
      queryClient.removeQueries({ queryKey: [ADMIN_KEY], predicate: ({ queryKey }) => queryKey[1] !== 'session' });
    },
  });
  const current = pathname.replace(/\/$/, '');
  const links = [
    { href: '/admin', name: t('admin.boards'), isHere: current === '/admin' || current.startsWith('/admin/boards/') },
    {
      href: '/admin/tasks',
      name: t('admin.tasks'),
      isHere: current.startsWith('/admin/tasks'),
      count: activeTasks?.length ?? 0,
    },
    {
      href: '/admin/quarantine',
      name: t('admin.quarantine'),
      isHere: current === '/admin/quarantine',
      count: quarantined,
    },
    { href: '/admin/posts', name: t('admin.posts'), isHere: current === '/admin/posts' },
  ];
  return (
    <div className="admin-bar">
      <nav aria-label={t('admin.name')}>
        <ul className="admin-links">
          {links.map(({ href, name: label, isHere, count = 0 }) => (
            <li key={href}>
              <a href={href} aria-current={isHere ? 'page' : undefined}>
                {label}
                {count > 0 && <span className="admin-count">{formatCount(count)}</span>}
              </a>
            </li>
          ))}
          <li>
            {/* A page rendered by the server. */}
            <a href="/admin/queues" rel="noopener">
              {t('admin.queues')}
            </a>
          </li>
        </ul>
      </nav>
      <p className="admin-user">
        <span>{name}</span>
        <button type="button" className="quiet-button" onClick={() => leave.mutate()}>
          {t('admin.sign-out')}
        </button>
      </p>
      <RequestProblem error={leave.error} what={t('request.sign-out')} onRetry={() => leave.mutate()} />
    </div>
  );
}
