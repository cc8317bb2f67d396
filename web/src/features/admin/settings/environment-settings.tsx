import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { EnvironmentSettings as Answer } from '../../../../../mappings/contract/environment.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { environmentQuery } from '../queries.ts';
import { t } from '../texts.ts';
import { namedProcesses } from './named-processes.ts';
import { ProcessesTable } from './processes-table.tsx';

/** The settings of the environment of all processes, with their sources. Nobody changes them from here. */
export function EnvironmentSettings() {
  const id = useId();
  const { data, error, refetch } = useQuery(environmentQuery());
  const [words, setWords] = useState('');
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (data?.settings ?? []).filter(({ name, meaning }) => {
    const text = `${name} ${meaning ?? ''}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return (
    <section className="environment" aria-labelledby={id}>
      <h2 id={id}>{t('environment.title')}</h2>
      <p className="admin-lead">{t('environment.lead')}</p>
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data?.unread != null && <p className="notice">{t('environment.unread', { reason: data.unread })}</p>}
      {data !== undefined && data.unread === null && <ProcessesTable processes={data.processes} />}
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
        {shown.map((setting) => (
          <li key={setting.name}>
            <Setting setting={setting} processes={data?.processes ?? []} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SettingProps {
  readonly setting: Answer['settings'][number];
  readonly processes: Answer['processes'];
}

function Setting({ setting: { name, fallback, meaning, values }, processes }: SettingProps) {
  return (
    <>
      <code>{name}</code>
      {values.map((given) => (
        <p key={JSON.stringify([given.source, given.file, given.value])} className="environment-facts">
          {namedProcesses(processes, given.processes).map((named) => (
            <span key={'kind' in named ? named.kind : named.one.id} className="badge">
              {'kind' in named
                ? t(`environment.process.${named.kind}`)
                : `${t(`environment.process.${named.one.process}`)} ${named.one.host} · ${named.one.pid}`}
            </span>
          ))}
          <span className={given.source === 'default' ? 'badge' : 'badge setting-own'}>
            {t(`environment.source.${given.source}`)}
          </span>
          {given.file !== null && <span>{given.file}</span>}
          <span>{valueText(given.value)}</span>
          {given.source !== 'default' && hasText(fallback) && (
            <span className="quiet">{t('environment.default-is', { value: fallback })}</span>
          )}
        </p>
      ))}
      <p className="quiet setting-help" lang={meaning === null ? undefined : 'en'}>
        {meaning ?? t('environment.unknown')}
      </p>
    </>
  );
}

/** `…` stands for a secret. */
function valueText(value: string | null): string {
  if (!hasText(value)) return t('environment.is-unset');
  return value === '…' ? t('environment.is-set') : t('environment.value', { value });
}

function hasText(text: string | null): text is string {
  return text !== null && text !== '';
}
