import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { SIGN_OUT_FORM } from '../../../../../mappings/page-paths.ts';
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
      <div className="admin-account">
        <a href="/admin/account" aria-current={/^\/admin\/account\/?$/.test(pathname) ? 'page' : undefined}>
          {name}
          <span className="visually-hidden">, {t('account.name')}</span>
        </a>
        <form
          method="post"
          action={SIGN_OUT_FORM}
          onSubmit={(event) => {
            event.preventDefault();
            leave.mutate();
          }}
        >
          <button type="submit" className="quiet-button">
            {t('admin.sign-out')}
          </button>
        </form>
      </div>
      <RequestProblem error={leave.error} what={t('request.sign-out')} onRetry={() => leave.mutate()} />
    </>
  );
}
