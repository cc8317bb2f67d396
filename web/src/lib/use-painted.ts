import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Whether a frame with this value was painted: what can wait is done then, and does not keep the reader from the rest. */
export function usePainted(value: unknown): boolean {
  const [painted, setPainted] = useState<unknown>(NOTHING);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value]);
  return painted === value;
}

const NOTHING = Symbol('nothing was painted yet');
