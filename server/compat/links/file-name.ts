/** `1234567890123.jpg`, `1234567890123s.jpg`: files as the source and its archives name them. Pure. */

export interface SourceFileName {
  /** What the source names the file by. */
  readonly time: number;
  /** The same in the other unit: some archives cut microseconds down to milliseconds, others never had them. */
  readonly others: readonly [from: number, to: number];
  readonly isThumbnail: boolean;
}

const NAME = /^(\d{8,17})([sm]?)\.[a-z0-9]{1,8}$/i;

/** null for whatever is no such name. `m` is a smaller picture that the source makes for telephones; we have none. */
export function readFileName(name: string): SourceFileName | null {
  const [, digits = '', kind = ''] = NAME.exec(name) ?? [];
  const time = Number(digits);
  if (digits === '' || !Number.isSafeInteger(time)) return null;
  return { time, others: inOtherUnit(time, digits.length), isThumbnail: kind.toLowerCase() === 's' };
}

function inOtherUnit(time: number, digits: number): readonly [number, number] {
  if (digits === 13) return [time * 1000, time * 1000 + 999];
  const cut = Math.floor(time / 1000);
  return digits === 16 ? [cut, cut] : [time, time];
}
