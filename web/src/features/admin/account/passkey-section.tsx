import { useRef } from 'react';
import type { OwnAccount, OwnSecrets } from '../../../../../mappings/contract/account.ts';
import type { OwnPasskey } from '../../../../../mappings/contract/passkeys.ts';
import { Time } from '../../../components/time.tsx';
import { announce } from '../../../lib/announce.ts';
import { addPasskey, beginPasskey, removePasskey } from '../api.ts';
import { Field } from '../field.tsx';
import { createPasskey, isPasskeyPossible } from '../passkeys/use-passkey.ts';
import { SecretsForm } from './secrets-form.tsx';
import { t, tRich } from '../texts.ts';

interface PasskeySectionProps {
  readonly own: OwnAccount;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => Promise<void>;
}

/** Adds and removes passkeys of the own account. */
export function PasskeySection({ own, onCodes, onChanged }: PasskeySectionProps) {
  const name = useRef<HTMLInputElement>(null);
  const add = async (secrets: OwnSecrets) => {
    const called = name.current?.value.trim() ?? '';
    const created = await createPasskey(await beginPasskey(secrets));
    const { recovery_codes: codes } = await addPasskey({ ...created, name: called });
    announce(t('passkeys.added'));
    if (codes === null) await onChanged();
    else onCodes(codes);
  };
  const isOffered = own.passkeys_possible && isPasskeyPossible();
  return (
    <>
      <p>{t('passkeys.lead')}</p>
      {own.passkeys.length > 0 && (
        <ul className="passkeys">
          {own.passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} own={own} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {!isOffered && (
        <p className="quiet">{t(own.passkeys_possible ? 'passkeys.no-browser' : 'passkeys.no-address')}</p>
      )}
      {isOffered && (
        <details>
          <summary>{t('passkeys.add')}</summary>
          <SecretsForm own={own} submit={t('passkeys.add')} action={add}>
            <Field
              ref={name}
              name="passkey-name"
              label={t('passkeys.name')}
              help={t('passkeys.name-help')}
              autoComplete="off"
              required
              maxLength={64}
            />
          </SecretsForm>
        </details>
      )}
    </>
  );
}

interface PasskeyProps {
  readonly passkey: OwnPasskey;
  readonly own: OwnAccount;
  readonly onChanged: () => Promise<void>;
}

function Passkey({ passkey: { id, name, created_at, last_used_at }, own, onChanged }: PasskeyProps) {
  const remove = async (secrets: OwnSecrets) => {
    await removePasskey({ ...secrets, id });
    announce(t('passkeys.removed', { name }));
    await onChanged();
  };
  return (
    <li>
      <strong>{name}</strong>{' '}
      <span className="quiet">
        {tRich('passkeys.since', { time: <Time key="since" iso={created_at} /> })}{' '}
        {last_used_at === null
          ? t('passkeys.unused')
          : tRich('passkeys.used', { time: <Time key="used" iso={last_used_at} /> })}
      </span>
      <details>
        <summary>
          {t('passkeys.remove')}
          <span className="visually-hidden">: {name}</span>
        </summary>
        <SecretsForm own={own} danger submit={t('passkeys.remove')} action={remove} />
      </details>
    </li>
  );
}
