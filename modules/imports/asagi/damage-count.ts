/** Counts the unreadable parts of a source, and keeps the first ones for the report. */
import type { Damage } from '../dump/batch.ts';

const MAX_NAMED = 1000;

export class DamageCount {
  readonly named: Damage[] = [];
  /** Parts that could not be read. */
  parts = 0;
  /** Lost rows, as far as their number is known. */
  rows = 0;

  add(damage: readonly Damage[]): void {
    this.named.push(...damage.slice(0, MAX_NAMED - this.named.length));
    this.parts += damage.length;
    for (const { lost } of damage) this.rows += lost ?? 0;
  }
}

/** `dump.sql, line 12, statement 3, table g: a row cannot be read (1 row lost)`. */
export function describeDamage({ file, line, statement, table, detail, lost }: Damage): string {
  const place = [
    file,
    line === null ? null : `line ${line}`,
    statement === null ? null : `statement ${statement}`,
    table === null ? null : `table ${table}`,
  ].filter((part) => part !== null);
  const rows = lost === null ? 'the number of lost rows is not known' : lost === 1 ? '1 row lost' : `${lost} rows lost`;
  return `${place.join(', ')}: ${detail} (${rows})`;
}
