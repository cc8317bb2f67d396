import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { environmentQuery } from '../queries.ts';
import { t } from '../texts.ts';

/** The settings of the server's environment, with their sources. Nobody changes them from here. */
export function EnvironmentSettings() {
  const id = useId();
  const { data, error, refetch } = useQuery(environmentQuery());
  const [words, setWords] = useState('');
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (data?.settings ?? []).filter(({ name, meaning }) => {
    const text = `${name} ${meaning}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return (
    <section className="environment" aria-labelledby={id}>
      <h2 id={id}>{t('environment.title')}</h2>
      <p className="admin-lead">{t('environment.lead')}</p>
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      <p className="field settings-find">
        <label htmlFor={`${id}-find`}>{t('environment.find')}</label>
        <input
          id={`${id}-find`}
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-found`}
        />
        <output id={`${id}-found`} className="quiet">
          {wanted.length > 0 && t('settings.found', { count: shown.length })}
        </output>
      </p>
      <ul>
        {shown.map(({ name, source, value, fallback, meaning }) => (
          <li key={name}>
            <p className="environment-facts">
              <code>{name}</code>
              <span className={source === 'default' ? 'badge' : 'badge setting-own'}>
                {t(`environment.source.${source}`)}
              </span>
              {value !== null && <span>{t('environment.value', { value: String(value) })}</span>}
              {value === null && source !== 'default' && <span>{t('environment.is-set')}</span>}
              {value === null && source === 'default' && !hasText(fallback) && <span>{t('environment.is-unset')}</span>}
              {hasText(fallback) && <span className="quiet">{t('environment.default-is', { value: fallback })}</span>}
            </p>
            <p className="quiet setting-help" lang="en">
              {meaning}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hasText(text: string | null): text is string {
  return text !== null && text !== '';
}
