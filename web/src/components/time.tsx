import { formatExactTime, formatTime } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';

/** A moment as people say it, with the exact one on hover. `iso` as the API gives times. */
export function Time({ iso }: { readonly iso: string }) {
  const now = useNow();
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return <time>{iso}</time>;
  return (
    <time dateTime={iso} title={formatExactTime(time, now)}>
      {formatTime(time, now)}
    </time>
  );
}
