import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../../lib/after-paint.ts';

/** So many a frame, on both sides, keep a slow machine answering. */
const STEP = 2;

/** How far from where it begins a list of `length` parts is drawn: nothing else at first, more at every frame. */
export function useGrowingReach(begin: number, length: number): number {
  const [reach, setReach] = useState(0);
  const isPart = reach < Math.max(begin, length - 1 - begin);
  useEffect(() => {
    if (!isPart) return undefined;
    return afterPaint(() => startTransition(() => setReach(reach + STEP)));
  }, [reach, isPart]);
  return isPart ? reach : Infinity;
}
