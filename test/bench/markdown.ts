/** Fills the tables of docs/notes/measurements.md between their marks. Pure. */
import type { Result } from './results.ts';

const MARK = /(<!-- figures: ([^>]+?) -->\n)[\s\S]*?(<!-- \/figures -->)/g;
const NOTHING = 'Not measured yet.\n';

/** Each mark contains the prefix of its measures' names. */
export function fillTables(page: string, results: readonly Result[]): string {
  return page.replace(MARK, (_, open: string, name: string, close: string) => {
    const own = results.filter((result) => result.name.startsWith(name));
    return `${open}\n${own.length === 0 ? NOTHING : tables(own)}\n${close}`;
  });
}

/** One table per number of posts and machine, because figures of different runs are not comparable. */
function tables(results: readonly Result[]): string {
  const runs = Map.groupBy(results, ({ posts, machine }) => `${count(posts)} posts, ${machine}`);
  return [...runs].map(([run, own]) => `${run}, ${daysOf(own)}:\n\n${table(own)}`).join('\n');
}

function table(results: readonly Result[]): string {
  const hasQuantiles = results.some(({ quantiles }) => quantiles !== undefined);
  const head = ['measure', 'against', 'ours', 'ratio (lowest..highest)', 'goal'];
  if (hasQuantiles) head.push('ours, p50/p95/p99 ms', 'theirs, p50/p95/p99 ms');
  const rows = results.map(({ name, against, median, ratio, spread, goal, met, quantiles }) => {
    const row = [name, against, median, `${ratio} (${spread.join('..')})`, goalOf(goal, met)];
    if (hasQuantiles) row.push(quantiles?.ours.join('/') ?? '', quantiles?.theirs.join('/') ?? '');
    return row;
  });
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function goalOf(goal: string | null, met: boolean | null): string {
  if (goal === null) return '–';
  return met === true ? `${goal}, met` : `${goal}, **missed**`;
}

function daysOf(results: readonly Result[]): string {
  return [...new Set(results.map(({ measuredAt }) => measuredAt.slice(0, 10)))].toSorted().join(' and ');
}

function count(posts: number): string {
  return posts.toLocaleString('en-US');
}
