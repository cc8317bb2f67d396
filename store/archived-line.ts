/** Cuts the texts of an exported line to the lengths that this archive stores. */
import { TEXT_COLUMNS } from '../mappings/postgres/post-columns.ts';
import { cutHtml, cutText, MAX_EXTRA, withinExtra } from '../mappings/text-limits.ts';

type Row = Readonly<Record<string, unknown>>;
type Extra = Readonly<Record<string, unknown>>;

/** Returns the line unchanged if its texts are short enough, as nearly all are. */
export function withinStoredLine(line: string): { readonly line: string; readonly shortened: boolean } {
  const row = JSON.parse(line) as Row;
  const cut: Record<string, string> = {};
  const lengths: Record<string, number> = {};
  for (const { name, maxLength: max } of TEXT_COLUMNS) {
    const text = row[name];
    if (typeof text !== 'string' || text.length <= max) continue;
    lengths[name] = text.length;
    cut[name] = name === 'comment' ? cutHtml(text, max) : cutText(text, max);
  }
  const given = (row['extra'] ?? null) as Extra | null;
  const extra = withinExtra(given, MAX_EXTRA);
  if (extra !== given) lengths['extra'] = JSON.stringify(given).length;
  if (Object.keys(lengths).length === 0) return { line, shortened: false };
  return { line: JSON.stringify({ ...row, ...cut, extra: { ...extra, shortened: lengths } }), shortened: true };
}
