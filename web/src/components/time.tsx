import { shortNewYorkTime } from '../../../mappings/new-york-time.ts';
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
    <time
      dateTime={withOffset(iso)}
      title={now === null ? foolFuukaTitle(time, iso) : formatExactTime(time, now)}
      suppressHydrationWarning
    >
      {now === null ? formatUtcTime(time) : times === 'exact' ? formatDateAndTime(time) : formatTime(time, now)}
    </time>
  );
}

/** Programs read it on the pages of FoolFuuka. A browser says the exact time in the reader's zone instead. */
function foolFuukaTitle(time: number, iso: string): string {
  return import.meta.env.SSR ? `4chan Time: ${shortNewYorkTime(new Date(time))}` : iso;
}

/** FoolFuuka's form, which parsers of its pages expect. */
function withOffset(iso: string): string {
  return iso.replace(/(?:\.\d+)?Z$/, '+00:00');
}
