import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { shortNewYorkTime } from '../../../mappings/new-york-time.ts';
import { formatDateAndTime, formatExactTime, formatMinute, formatTime, formatUtcTime } from '../lib/format.ts';
import { useTimeStyle } from '../lib/display-preferences.ts';
import { useStore } from '../lib/store.ts';
import { isPrinting, useNowInBrowser } from '../lib/timing.ts';

interface TimeProps {
  /** A time of the API. */
  readonly iso: string;
  /** Text shown in place of the time. */
  readonly children?: ReactNode;
}

/**
 * A time, relative or exact as the reader prefers and exact on paper, with the exact time as a tooltip. A server knows neither the reader's time zone nor
 * the browser's names of months, so it writes UTC, and the browser replaces the text without comparing. `data-room` reserves the width
 * of the server's text in places where lines would otherwise break differently (styles/base.css). public/early.js replaces the text of
 * the last two days before the first paint, and removes the attribute; a text that was painted earlier stays exact, of the same width.
 */
export function Time({ iso, children }: TimeProps) {
  const now = useNowInBrowser();
  const [isRendered] = useState(now === null);
  const place = useRef<HTMLTimeElement>(null);
  const [hasRoom, setHasRoom] = useState(false);
  // Runs before `now` is known for the first time.
  useLayoutEffect(() => setHasRoom(place.current?.dataset['room'] !== undefined), []);
  const times = useTimeStyle();
  const isOnPaper = useStore(isPrinting);
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return <time>{iso}</time>;
  const written = (at: number) => {
    if (times === 'exact') return formatDateAndTime(time);
    return hasRoom || isOnPaper ? formatMinute(time) : formatTime(time, at);
  };
  return (
    <time
      ref={place}
      dateTime={withOffset(iso)}
      title={now === null ? foolFuukaTitle(time, iso) : formatExactTime(time, now)}
      data-room={isRendered ? formatUtcTime(time) : undefined}
      suppressHydrationWarning
    >
      {now === null ? formatUtcTime(time) : (children ?? written(now))}
    </time>
  );
}

/** Programs read this title on FoolFuuka's pages. After hydration it is the exact time in the reader's zone. */
function foolFuukaTitle(time: number, iso: string): string {
  return import.meta.env.SSR ? `4chan Time: ${shortNewYorkTime(new Date(time))}` : iso;
}

/** The form of FoolFuuka, which parsers of its pages expect. */
function withOffset(iso: string): string {
  return iso.replace(/(?:\.\d+)?Z$/, '+00:00');
}
