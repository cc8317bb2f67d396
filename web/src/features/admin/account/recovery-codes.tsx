import { CopyButton } from '../copy-button.tsx';
import { t } from '../texts.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shows new recovery codes until the owner confirms that they are stored. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <section className="recovery-codes" aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t('account.codes')}
      </h3>
      <p>{t('account.codes-keep')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="message-actions">
        <CopyButton text={codes.join('\n')} what={t('account.codes')} />
        <button type="button" className="button button-primary" onClick={onKept}>
          {t('account.codes-kept')}
        </button>
      </p>
    </section>
  );
}
