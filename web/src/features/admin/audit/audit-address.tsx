import { useMutation } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../../mappings/contract/audit.ts';
import { lookAtAuditAddress } from '../api.ts';
import { failureText } from '../request-problem.tsx';
import { t } from '../texts.ts';

/** Shows the network address of an action only on request, since each look is recorded. */
export function AuditAddressOf({ entry }: { readonly entry: AuditEntry }) {
  const look = useMutation({ mutationFn: () => lookAtAuditAddress(entry.id) });
  return (
    <span className="audit-address" aria-live="polite">
      {look.data !== undefined && look.data.address}
      {look.error !== null && failureText(look.error)}
      {look.data === undefined && (
        <button
          type="button"
          className="button"
          title={t('audit.address-recorded')}
          onClick={() => !look.isPending && look.mutate()}
        >
          {t('audit.address')}
          <span className="visually-hidden">
            {' '}
            {entry.actor}, {entry.action}, {entry.id}
          </span>
        </button>
      )}
    </span>
  );
}
