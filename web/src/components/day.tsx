import { formatDay } from '../lib/format-details.ts';

interface DayProps {
  /** A time of the API. */
  readonly iso: string;
}

/** In UTC, as servers do not know the reader's time zone. Browsers may name months differently. */
export function Day({ iso }: DayProps) {
  return (
    <time dateTime={iso} suppressHydrationWarning>
      {formatDay(Date.parse(iso))}
    </time>
  );
}
