import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { formatCount } from '../../../lib/format.ts';
import { useModules } from '../../../lib/use-modules.ts';
import { SIGNED_OUT, signOut } from '../api.ts';
import { ADMIN_KEY, adminBoardsQuery, keepSession } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from './use-roles.ts';
import { useTaskWatch } from '../tasks/task-watch.tsx';
import { t } from '../texts.ts';

interface AdminNavProps {
  /** Name of the signed-in account. */
  readonly name: string;
  /** The account must set up its second factor before it may use other pages. */
  readonly isRestricted: boolean;
  readonly onSignedOut: () => void;
}

interface NavLink {
  readonly href: string;
  readonly isShown: boolean;
  readonly name: string;
  readonly isHere: boolean;
  readonly count?: number;
}

/** Navigation between the admin pages, with counts of active tasks and quarantined documents. */
export function AdminNav({ name, isRestricted, onSignedOut }: AdminNavProps) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const may = useRoles();
  const modules = useModules();
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
  const isAdmin = may('admin', 'all');
  const links: NavLink[] = [
    {
      href: '/admin',
      isShown: true,
      name: t('admin.boards'),
      isHere: current === '/admin' || current.startsWith('/admin/board'),
    },
    {
      href: '/admin/tasks',
      isShown: may('admin', 'any'),
      name: t('admin.tasks'),
      isHere: current.startsWith('/admin/tasks'),
      count: activeTasks?.length ?? 0,
    },
    {
      href: '/admin/quarantine',
      isShown: isAdmin,
      name: t('admin.quarantine'),
      isHere: current === '/admin/quarantine',
      count: quarantined,
    },
    {
      href: '/admin/refusals',
      isShown: may('admin', 'any'),
      name: t('refusals.name'),
      isHere: current === '/admin/refusals',
    },
    {
      href: '/admin/queues',
      isShown: isAdmin,
      name: t('admin.queues'),
      isHere: current === '/admin/queues',
    },
    {
      href: '/admin/accounts',
      isShown: isAdmin,
      name: t('accounts.name'),
      isHere: current === '/admin/accounts',
    },
    {
      href: '/admin/reports',
      isShown: may('janitor', 'any'),
      name: t('admin.reports'),
      isHere: current === '/admin/reports',
    },
    {
      href: '/admin/bans',
      isShown: may('moderator', 'any'),
      name: t('bans.name'),
      isHere: current === '/admin/bans',
    },
    {
      href: '/admin/posts',
      isShown: may('moderator', 'any'),
      name: t('admin.posts'),
      isHere: current === '/admin/posts',
    },
    {
      href: '/admin/bulk',
      isShown: may('moderator', 'any'),
      name: t('bulk.name'),
      isHere: current === '/admin/bulk',
    },
    {
      href: '/admin/files',
      isShown: may('moderator', 'any'),
      name: t('files.name'),
      isHere: current === '/admin/files',
    },
    {
      href: '/admin/filters',
      isShown: may('moderator', 'any'),
      name: t('filters.name'),
      isHere: current === '/admin/filters',
    },
    {
      href: '/admin/identities',
      isShown: isAdmin,
      name: t('identities.name'),
      isHere: current === '/admin/identities',
    },
    {
      href: '/admin/audit',
      isShown: may('moderator', 'any'),
      name: t('admin.audit'),
      isHere: current === '/admin/audit',
    },
  ];
  for (const { href, text, role, after } of modules.flatMap((module) => module.staffLinks ?? [])) {
    const before = links.findIndex((link) => link.href === after);
    const link = { href, isShown: may(...role), name: text(), isHere: current === href };
    links.splice(before === -1 ? links.length : before + 1, 0, link);
  }
  return (
    <div className="admin-bar">
      {!isRestricted && (
        <nav aria-label={t('admin.name')}>
          <ul className="admin-links">
            {links
              .filter(({ isShown }) => isShown)
              .map(({ href, name: label, isHere, count = 0 }) => (
                <li key={href}>
                  <a href={href} aria-current={isHere ? 'page' : undefined}>
                    {label}
                    {count > 0 && <span className="admin-count">{formatCount(count)}</span>}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      )}
      <p className="admin-account">
        <a href="/admin/account" aria-current={current === '/admin/account' ? 'page' : undefined}>
          {name}
          <span className="visually-hidden">, {t('account.name')}</span>
        </a>
        <button type="button" className="quiet-button" onClick={() => leave.mutate()}>
          {t('admin.sign-out')}
        </button>
      </p>
      <RequestProblem error={leave.error} what={t('request.sign-out')} onRetry={() => leave.mutate()} />
    </div>
  );
}
