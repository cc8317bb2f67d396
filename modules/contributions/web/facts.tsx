import type { ReactNode } from 'react';
import type { FileFacts } from '../contract/dump-list.ts';
import { DUMP_FIELDS } from '../format/judge.ts';
import { FactValue } from './dump-changes.tsx';
import { formatBytes } from '../../../web/src/lib/format-details.ts';
import { t } from './texts.ts';

interface FactsProps {
  readonly facts: FileFacts;
  readonly md5: string;
  readonly size: number;
  readonly children?: ReactNode;
}

/** Facts of a file. */
export function Facts({ facts, md5, size, children }: FactsProps) {
  return (
    <dl className="dump-facts">
      <div>
        <dt>{t('dumps.md5')}</dt>
        <dd className="dump-hash">{md5}</dd>
      </div>
      <div>
        <dt>{t('dumps.size')}</dt>
        <dd>{formatBytes(size)}</dd>
      </div>
      {DUMP_FIELDS.map((field) => (
        <div key={field}>
          <dt>{t(`dumps.fact.${field}`)}</dt>
          <dd>
            <FactValue field={field} value={facts[field] ?? null} />
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
