import type { ReactNode } from 'react';
import type { DumpChange } from '../contract/dump-list.ts';
import { formatDuration } from '../../../web/src/lib/format.ts';
import { Time } from '../../../web/src/components/time.tsx';
import { dumpAddress, dumpedFileAddress } from './addresses.ts';
import { t, tRich } from './texts.ts';

interface DumpChangesProps {
  readonly changes: readonly DumpChange[];
  /** Rendered before each change. */
  readonly renderActions?: (change: DumpChange) => ReactNode;
  /** True to show the file and the dump of each change. */
  readonly isOfManyFiles?: boolean;
}

/** Changes that dumps request. */
export function DumpChanges({ changes, renderActions, isOfManyFiles = false }: DumpChangesProps) {
  return (
    <ol className="dump-list">
      {changes.map((change) => (
        <li key={change.id}>
          {renderActions?.(change)}
          <div className="dump-item">
            <p>
              <strong className="dump-state" data-state={change.state}>
                {t(`dumps.change.${change.state}`)}
              </strong>
              <span>
                {tRich('dumps.change', {
                  field: t(`dumps.fact.${change.field}`),
                  before: <FactValue key="before" field={change.field} value={change.before} />,
                  after: <FactValue key="after" field={change.field} value={change.after} />,
                })}
              </span>
            </p>
            <p className="quiet">
              <Time iso={change.decided_at ?? change.made_at} />
              {change.due_at !== null && change.state === 'pending' && (
                <span>{tRich('dumps.change-due', { time: <Time key="due" iso={change.due_at} /> })}</span>
              )}
              {change.posts > 0 && <span>{t('dumps.change-posts', { count: change.posts })}</span>}
              {isOfManyFiles && (
                <>
                  <a href={dumpedFileAddress(change.md5, change.size)} className="dump-hash">
                    {change.md5}
                  </a>
                  {change.dump !== null && (
                    <a href={dumpAddress(change.dump)}>{t('dumps.one', { id: String(change.dump) })}</a>
                  )}
                  <span>{t('dumps.by-client', { client: change.client, version: change.version })}</span>
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A value of a file's record. Durations are written in words. */
export function FactValue({ field, value }: { readonly field: DumpChange['field']; readonly value: string | null }) {
  if (value === null) return <span className="quiet">{t('dumps.unknown')}</span>;
  if (field === 'duration') return <span>{formatDuration(Number(value))}</span>;
  return <span className="dump-hash">{value}</span>;
}
