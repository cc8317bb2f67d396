import { formatDateAndTime, formatExactTime, formatTime } from '../lib/format.ts';
import { useTimeStyle } from '../lib/display-preferences.ts';
import { useNow } from '../lib/timing.ts';

/** A moment as people say it, with the exact one on hover; or the exact one, as the reader chose. `iso` as the API gives times. */
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
