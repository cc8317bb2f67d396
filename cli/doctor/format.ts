/** Prints a diagnosis for people. Pure. */
import { LEVELS, type Level } from './check.ts';
import type { Diagnosis, Finding } from './run.ts';

const MARKS: Readonly<Record<Level, string>> = { error: 'ERROR  ', warning: 'WARNING', note: 'note   ' };
const INDENT = ' '.repeat(9);

/** Errors first. Faults of one check share its meaning and, if it is the same, its command. */
export function formatDiagnosis({ checked, findings, unchecked, fixed }: Diagnosis): string {
  const groups = LEVELS.flatMap((level) => [
    ...Map.groupBy(
      findings.filter((finding) => finding.level === level),
      ({ check, fix }) => `${check}\n${fix}`,
    ).values(),
  ]);
  return [
    ...groups.flatMap(formatGroup),
    ...[...Map.groupBy(unchecked, ({ reason }) => reason)].map(
      ([reason, of]) => `not made  ${of.map(({ check }) => check).join(', ')}: ${reason}`,
    ),
    ...fixed.map((check) => `fixed     ${check}`),
    summaryOf({ checked, findings, unchecked }),
  ].join('\n');
}

function formatGroup(group: readonly Finding[]): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { level, check, meaning, fix, fixable } = first;
  return [
    ...group.map(({ found }, at) => `${at === 0 ? MARKS[level] : ' '.repeat(7)}  ${check}: ${found}`),
    `${INDENT}${meaning}`,
    `${INDENT}Mend it: ${fix}${fixable && !fix.includes('--fix') ? ' (or sagasu doctor --fix)' : ''}`,
    '',
  ];
}

function summaryOf({ checked, findings, unchecked }: Omit<Diagnosis, 'fixed'>): string {
  const counts = LEVELS.map((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? null : `${count} ${level}${count === 1 ? '' : 's'}`;
  }).filter((text) => text !== null);
  const notMade = unchecked.length === 0 ? '' : `; ${unchecked.length} checks could not be made`;
  return `${checked} checks: ${counts.length === 0 ? 'no faults' : counts.join(', ')}${notMade}.`;
}
