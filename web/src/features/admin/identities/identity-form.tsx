import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { ALIAS_KINDS } from '../../../../../mappings/alias-kinds.ts';
import type { Identity, IdentityAlias } from '../../../../../mappings/contract/identity.ts';
import { announce } from '../../../lib/announce.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { removeIdentity, setIdentity } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t } from '../texts.ts';

const EMPTY: IdentityAlias = { kind: 'tripcode', value: '' };

interface Row extends IdentityAlias {
  readonly key: number;
}

/** The aliases of an identity; null for a new one. */
export function IdentityForm({ identity }: { readonly identity: Identity | null }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(identity?.name ?? '');
  const [rows, setRows] = useState<readonly Row[]>(
    (identity?.aliases ?? [EMPTY]).map((alias, key) => ({ ...alias, key })),
  );
  const [isRemoving, setRemoving] = useState(false);
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'identities'] });
    // Pages of readers show the names of identities.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ADMIN_KEY });
  };
  const work = useMutation({
    async mutationFn() {
      const aliases = rows
        .map(({ kind, value }) => ({ kind, value: value.trim() }))
        .filter(({ value }) => value !== '');
      await setIdentity(name.trim(), { aliases });
    },
    async onSuccess() {
      announce(t('identities.saved'));
      if (identity === null) {
        setName('');
        setRows([{ ...EMPTY, key: 0 }]);
      }
      await refresh();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!work.isPending) work.mutate();
  };
  const change = (key: number, changed: Partial<IdentityAlias>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  return (
    <>
      <form className="account-form" onSubmit={submit}>
        {identity === null && (
          <label className="field">
            <span>{t('identities.person')}</span>
            <input
              value={name}
              required
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          </label>
        )}
        {rows.map((row, index) => (
          <AliasRow
            key={row.key}
            row={row}
            number={index + 1}
            onChange={(changed) => change(row.key, changed)}
            onDrop={() => setRows(rows.filter((one) => one.key !== row.key))}
          />
        ))}
        <p>
          <button
            type="button"
            className="button"
            onClick={() => setRows([...rows, { ...EMPTY, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])}
          >
            {t('identities.more')}
          </button>
        </p>
        <RequestProblem error={work.error} what={t('request.identity')} />
        <p className="reported-actions">
          <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
            {t('identities.save')}
          </button>
          {identity !== null && (
            <button type="button" className="button" onClick={() => setRemoving(true)}>
              {t('identities.remove')}
            </button>
          )}
        </p>
      </form>
      {identity !== null && isRemoving && (
        <ConfirmDialog
          title={t('identities.remove-title', { name: identity.name })}
          confirm={t('identities.remove')}
          danger
          action={async () => {
            await removeIdentity(identity.name);
            announce(t('identities.removed'));
            await refresh();
          }}
          onClose={() => setRemoving(false)}
        >
          <p>{t('identities.remove-what')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface AliasRowProps {
  readonly row: Row;
  readonly number: number;
  readonly onChange: (changed: Partial<IdentityAlias>) => void;
  readonly onDrop: () => void;
}

function AliasRow({ row: { kind, value }, number, onChange, onDrop }: AliasRowProps) {
  return (
    <fieldset className="alias-row">
      <legend className="visually-hidden">{t('identities.alias', { number: String(number) })}</legend>
      <label className="field">
        <span>{t('identities.kind')}</span>
        <select
          value={kind}
          onChange={({ target }) => onChange({ kind: ALIAS_KINDS.find((one) => one === target.value) ?? 'name' })}
        >
          {ALIAS_KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`identities.kind.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{t('identities.value')}</span>
        <input
          value={value}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ value: target.value })}
        />
      </label>
      <button
        type="button"
        className="button"
        aria-label={t('identities.drop', { number: String(number) })}
        onClick={onDrop}
      >
        ×
      </button>
    </fieldset>
  );
}
