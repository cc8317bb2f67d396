/** The sentences of the overview. Modules add lines, so their keys are computed. */
import type { OverviewLine } from '../../../../../mappings/contract/overview.ts';
import { formatBytes } from '../../../lib/format-details.ts';
import { nameText } from '../../../lib/messages.ts';
import { formatSpanLong } from '../durations.ts';
import { t } from '../texts.ts';

type Values = Readonly<Record<string, string | number>>;

/** null for a key without a text in these pages. */
function written(key: string, values: Values = {}): string | null {
  const text = (t as unknown as (computed: string, of: Values) => string)(key, values);
  return text === key ? null : text;
}

export function partName(name: string): string {
  return written(`overview.part.${name}`) ?? name;
}

export function lineText(line: OverviewLine): string {
  const { kind, number, unit, board, name, text } = line;
  const count = number ?? 0;
  const values = {
    count,
    size: unit === 'bytes' ? formatBytes(count) : '',
    span: unit === 'seconds' ? formatSpanLong(count) : '',
    board: board ?? '',
    name: (kind.startsWith('tasks.') ? nameText(`task.kind.${name}`) : null) ?? name ?? '',
  };
  return written(`overview.line.${kind}`, values) ?? text;
}

/** Why, in the reader's language as far as the reason is one of ours; null without a reason. */
export function reasonText({ reason, detail }: Pick<OverviewLine, 'reason' | 'detail'>): string | null {
  if (reason === null) return detail;
  return written(`overview.reason.${reason}`, { detail: detail ?? '' }) ?? detail;
}
