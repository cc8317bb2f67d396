import { formatDateAndTime, formatExactTime, formatTime } from '../lib/format.ts';
import { useTimeStyle } from '../lib/display-preferences.ts';
import { useNow } from '../lib/timing.ts';

/** A time, relative or exact as the reader prefers, with the exact time as a tooltip. `iso` is a time of the API. */
export function Time({ iso }: { readonly iso: string }) {
  const now = useNow();
  const times = useTimeStyle();
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return <time>{iso}</time>;
  return (
    <time dateTime={iso} title={formatExactTime(time, now)}>
      {times === 'exact' ? formatDateAndTime(time) : formatTime(time, now)}
    </time>
  );
}
