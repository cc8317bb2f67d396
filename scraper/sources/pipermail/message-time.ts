import type { MailPart } from '../source.ts';

const DAY_MS = 86_400_000;
/** A message may wait for a moderator, and clocks may run ahead by a zone or two. */
const LATE_MS = 60 * DAY_MS;
const EARLY_MS = 2 * DAY_MS;

export interface MessageTime {
  readonly time: Date;
  /** Where it is from: the sender's header, the archive's own line, or nothing better than the part. */
  readonly source: 'date' | 'envelope' | 'part';
}

/**
 * The sender's clock has the zone, and may be wrong by years; the archive's line has no zone, and is nearly right. So
 * the sender's counts while it is near.
 */
export function messageTime(header: string, received: Date | null, { month }: MailPart): MessageTime {
  const near = received ?? startOf(month);
  // Comments such as `(CET)`, and what mail programs put around a date.
  const sent = Date.parse(header.replace(/\([^()]*\)/g, '').trim());
  const [early, late] = received === null ? [EARLY_MS + 400 * DAY_MS, LATE_MS] : [EARLY_MS, LATE_MS];
  if (sent <= near.getTime() + early && sent >= near.getTime() - late) {
    return { time: new Date(Math.floor(sent / 1000) * 1000), source: 'date' };
  }
  return received === null ? { time: near, source: 'part' } : { time: received, source: 'envelope' };
}

function startOf(month: number): Date {
  return new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1));
}
