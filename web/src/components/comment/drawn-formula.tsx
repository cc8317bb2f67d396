import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import 'katex/dist/katex.min.css';
import '../../styles/formula.css';
import { drawFormula } from './draw-formula.tsx';

interface DrawnFormulaProps {
  readonly tex: string;
  readonly display: boolean;
  /** A match is in its source: what is drawn cannot say where. */
  readonly isMarked: boolean;
  /** Stays where the formula cannot be drawn. */
  readonly source: ReactNode;
}

/** A formula as it looks on paper. Copied and found in the page by its source, read out as MathML. */
export function DrawnFormula({ tex, display, isMarked, source }: DrawnFormulaProps) {
  const drawn = useMemo(() => drawFormula(tex, display), [tex, display]);
  const box = useRef<HTMLSpanElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // A phone may be turned. Once it is wide it stays so: what some say of their width depends on it.
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth + 1) setWide(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (drawn === null) return source;
  return (
    <span
      className={['formula', display && 'formula-display', isWide && 'formula-wide'].filter(Boolean).join(' ')}
      // A box that scrolls sideways must be within reach of the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isWide ? 0 : undefined}
      ref={box}
    >
      <span className="formula-source" aria-hidden="true">
        {tex}
      </span>
      {isMarked ? <mark>{drawn}</mark> : drawn}
    </span>
  );
}
