import { useIsHydrated } from '../../../web/src/lib/hydration/render-record.ts';
import { t } from './texts.ts';

/** Explains dumps to a stranger: their use, their content, and how to take part. */
export function DumpsIntroduction() {
  // A server does not have the address by which readers reach it.
  const archive = useIsHydrated() ? location.origin : 'https://…';
  return (
    <div className="dumps-introduction">
      <p>{t('dumps.lead')}</p>
      <p>{t('dumps.privacy')}</p>
      <details>
        <summary>{t('dumps.how')}</summary>
        <ol>
          <li>
            {t('dumps.how-install')}
            <Command text="npm install --global sagasu-dump" />
          </li>
          <li>
            {t('dumps.how-send')}
            <Command text={`sagasu-dump ~/Pictures --to ${archive}`} />
          </li>
          <li>
            {t('dumps.how-offer')}
            <Command text={`sagasu-dump ~/Pictures --to ${archive} --offer`} />
          </li>
        </ol>
        <p>{t('dumps.how-key')}</p>
      </details>
    </div>
  );
}

function Command({ text }: { readonly text: string }) {
  return (
    <pre>
      <code>{text}</code>
    </pre>
  );
}
