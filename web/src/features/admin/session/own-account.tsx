import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { SIGNED_OUT, signOut } from '../api.ts';
import { ADMIN_KEY, keepSession } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t } from '../texts.ts';

interface OwnAccountProps {
  /** Name of the signed-in account. */
  readonly name: string;
  readonly onSignedOut: () => void;
}

/** A link to the own account, and the button that signs out. */
export function OwnAccount({ name, onSignedOut }: OwnAccountProps) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      onSignedOut();
      keepSession(queryClient, SIGNED_OUT);
      // The next user of this browser must not see cached data.
      queryClient.removeQueries({ queryKey: [ADMIN_KEY], predicate: ({ queryKey }) => queryKey[1] !== 'session' });
    },
  });
  return (
    <>
      <p className="admin-account">
        <a href="/admin/account" aria-current={/^\/admin\/account\/?$/.test(pathname) ? 'page' : undefined}>
          {name}
          <span className="visually-hidden">, {t('account.name')}</span>
        </a>
        <button type="button" className="quiet-button" onClick={() => leave.mutate()}>
          {t('admin.sign-out')}
        </button>
      </p>
      <RequestProblem error={leave.error} what={t('request.sign-out')} onRetry={() => leave.mutate()} />
    </>
  );
}
