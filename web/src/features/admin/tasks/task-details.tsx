import type { Task } from '../../../../../mappings/contract/admin.ts';
import { formatCount } from '../../../lib/format.ts';
import { listed } from '../../../lib/messages.ts';
import { t } from '../texts.ts';

/** A task's details, as the indexer stored them. */
export function TaskDetails({ details }: Pick<Task, 'details'>) {
  const entries = Object.entries(details as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="task-details">
      <h2 id="task-details" className="admin-heading">
        {t('task.details')}
      </h2>
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{nameText(name)}</dt>
            <dd>{valueText(value) ?? <pre>{JSON.stringify(value, null, 2)}</pre>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `verifiedSeqNo` and `verified_seq_no` alike: "Verified seq no". */
export function nameText(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** null for objects and lists. */
function valueText(value: unknown): string | null {
  if (isPlain(value)) return plainText(value);
  return Array.isArray(value) && value.every(isPlain) ? listed(value.map(plainText)) || t('task.none') : null;
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== 'object';
}

function plainText(value: string | number | boolean | null): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return t(value ? 'task.yes' : 'task.no');
  return typeof value === 'number' ? formatCount(value) : value;
}
