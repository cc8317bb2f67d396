import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useNearViewport } from '../../lib/rendering.ts';
import type { ShownText } from './comment-drawing.ts';
import { MarkedText } from './marked-text.tsx';

interface FormulaProps {
  readonly tex: string;
  /** On lines of its own. */
  readonly display: boolean;
  readonly shown: ShownText;
}

/** Where the drawing cannot be loaded, sources stay. */
const DrawnFormula = lazy(async () =>
  import('./drawn-formula.tsx').then(
    ({ DrawnFormula: Drawn }) => ({ default: Drawn }),
    () => ({ default: ({ source }: { readonly source: ReactNode }) => source }),
  ),
);

/** A formula: its source, until it is near and can be drawn. */
export function Formula({ tex, display, shown }: FormulaProps) {
  const place = useRef<HTMLElement>(null);
  const isNear = useNearViewport(place);
  const source = (
    <code className={display ? 'math math-display' : 'math'} ref={place}>
      <MarkedText text={shown.text} ranges={shown.marks} />
    </code>
  );
  // A part of a source is no formula.
  if (!isNear || shown.text !== tex) return source;
  return (
    <Suspense fallback={source}>
      <DrawnFormula tex={tex} display={display} isMarked={shown.marks.length > 0} source={source} />
    </Suspense>
  );
}
