import { useRef, useState } from 'react';
import type { OwnAccount } from '../../../../../mappings/contract/account.ts';
import { announce } from '../../../lib/announce.ts';
import { changePassword } from '../api.ts';
import { Field } from '../field.tsx';
import { SecretsForm } from './secrets-form.tsx';
import { t } from '../texts.ts';

const MIN_LENGTH = 12;

/** Changes the password of the own account. */
export function PasswordSection({ own }: { readonly own: OwnAccount }) {
  const wanted = useRef<HTMLInputElement>(null);
  const [isDone, setDone] = useState(false);
  return (
    <>
      <SecretsForm
        own={own}
        submit={t('account.change-password')}
        action={async (secrets) => {
          setDone(false);
          await changePassword({ ...secrets, new_password: wanted.current?.value ?? '' });
          setDone(true);
          announce(t('account.password-changed'));
        }}
      >
        <Field
          label={t('account.new-password')}
          help={
            <>
              {t('account.new-password-help')} {t('account.change-password-help')}
            </>
          }
          ref={wanted}
          id="new-password"
          name="new-password"
          type="password"
          autoComplete="new-password"
          required
          minLength={MIN_LENGTH}
          maxLength={1024}
        />
      </SecretsForm>
      {isDone && <p>{t('account.password-changed')}</p>}
    </>
  );
}
