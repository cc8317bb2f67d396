import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ALIAS_KINDS } from '../../../../../mappings/alias-kinds.ts';
import type { Identity, IdentityAlias } from '../../../../../mappings/contract/identity.ts';
import { announce } from '../../../lib/announce.ts';
import { ActionForm } from '../action-form.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Field, SelectField, VERBATIM } from '../field.tsx';
import { removeIdentity, setIdentity } from '../moderation-api.ts';
import { ADMIN_KEY } from '../queries.ts';
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
  const change = (key: number, changed: Partial<IdentityAlias>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  return (
    <>
      <ActionForm
        work={work}
        onSubmit={() => work.mutate()}
        what={t('request.identity')}
        submit={t('identities.save')}
        buttons={
          identity !== null && (
            <button type="button" className="button" onClick={() => setRemoving(true)}>
              {t('identities.remove')}
            </button>
          )
        }
      >
        {identity === null && (
          <Field
            label={t('identities.person')}
            value={name}
            required
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
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
      </ActionForm>
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
      <SelectField
        label={t('identities.kind')}
        value={kind}
        options={ALIAS_KINDS}
        optionText={(one) => t(`identities.kind.${one}`)}
        onChoose={(chosen) => onChange({ kind: chosen })}
      />
      <Field
        {...VERBATIM}
        label={t('identities.value')}
        value={value}
        maxLength={256}
        onChange={({ target }) => onChange({ value: target.value })}
      />
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
