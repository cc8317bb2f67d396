import { formatDateAndTime, formatExactTime, formatTime, formatUtcTime } from '../lib/format.ts';
import { useTimeStyle } from '../lib/display-preferences.ts';
import { useNowInBrowser } from '../lib/timing.ts';

/**
 * A time, relative or exact as the reader prefers, with the exact time as a tooltip. `iso` is a time of the API. A server knows neither the
 * reader's time zone nor what a browser calls a month, so it writes UTC, and the browser replaces that without comparing.
 */
export function Time({ iso }: { readonly iso: string }) {
  const now = useNowInBrowser();
  const times = useTimeStyle();
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return <time>{iso}</time>;
  return (
    <time dateTime={iso} title={now === null ? iso : formatExactTime(time, now)} suppressHydrationWarning>
      {now === null ? formatUtcTime(time) : times === 'exact' ? formatDateAndTime(time) : formatTime(time, now)}
    </time>
  );
}
