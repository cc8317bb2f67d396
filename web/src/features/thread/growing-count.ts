import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../../lib/after-paint.ts';

/** More than fill a screen. */
const FIRST = 20;
/** So many a frame keep a slow machine answering. */
const STEP = 60;

/** How many of a list are drawn: the first screen at once, the rest some a frame; all at once where the page must have its height. */
export function useGrowingCount(length: number, isWhole: boolean): number {
  const [count, setCount] = useState(isWhole ? Infinity : FIRST);
  if (isWhole && count !== Infinity) setCount(Infinity);
  const isShort = count < length;
  useEffect(() => {
    if (!isShort) return undefined;
    return afterPaint(() => startTransition(() => setCount(count + STEP)));
  }, [count, isShort]);
  return count;
}
