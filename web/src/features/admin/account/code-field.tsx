import { type Ref, useId, useState } from 'react';
import { t } from '../texts.ts';

interface CodeFieldProps {
  readonly inputRef: Ref<HTMLInputElement>;
  readonly isWrong: boolean;
  readonly describedBy: string;
  /** Whether a recovery code is accepted instead. */
  readonly recovery?: boolean;
}

/** A field for a code of the authenticator app or, on request, for a recovery code, which contains letters. */
export function CodeField({ inputRef, isWrong, describedBy, recovery = true }: CodeFieldProps) {
  const id = useId();
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="field code-field">
      <label htmlFor={id}>{t(isRecovery ? 'sign-in.recovery-code' : 'sign-in.code')}</label>
      <input
        key={isRecovery ? 'recovery' : 'app'}
        ref={inputRef}
        id={id}
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={64}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
      />
      {recovery && (
        <button type="button" className="quiet-button" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'sign-in.use-app' : 'sign-in.use-recovery')}
        </button>
      )}
    </div>
  );
}
