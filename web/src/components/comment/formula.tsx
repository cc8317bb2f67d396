import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useNearViewport } from '../../lib/rendering.ts';
import type { ShownText } from './comment-rendering.ts';
import { MarkedText } from './marked-text.tsx';

interface FormulaProps {
  readonly tex: string;
  /** A display formula, on lines of its own. */
  readonly display: boolean;
  readonly shown: ShownText;
}

/** If the renderer cannot be loaded, the source is shown. */
const RenderedFormula = lazy(async () =>
  import('./rendered-formula.tsx').then(
    ({ RenderedFormula: Drawn }) => ({ default: Drawn }),
    () => ({ default: ({ source }: { readonly source: ReactNode }) => source }),
  ),
);

/** A formula. Its source is shown until it comes near the viewport and is rendered. */
export function Formula({ tex, display, shown }: FormulaProps) {
  const place = useRef<HTMLElement>(null);
  const isNear = useNearViewport(place);
  const source = (
    <code className={display ? 'math math-display' : 'math'} ref={place}>
      <MarkedText text={shown.text} ranges={shown.marks} />
    </code>
  );
  // The source is shown, since a part of it is not a formula.
  if (!isNear || shown.text !== tex) return source;
  return (
    <Suspense fallback={source}>
      <RenderedFormula tex={tex} display={display} isMarked={shown.marks.length > 0} source={source} />
    </Suspense>
  );
}
