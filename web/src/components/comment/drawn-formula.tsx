import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import 'katex/dist/katex.min.css';
import katex, { type KatexOptions } from 'katex';
import '../../styles/formula.css';
import { type DrawnNode, elementsOf } from './formula-elements.tsx';

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

/** The tree that the library would write as HTML: it has no type there. A test holds that it is as told here. */
interface Drawing {
  readonly __renderToDomTree: (tex: string, options: KatexOptions) => DrawnNode;
}

const MOST_CHARACTERS = 4_000;
/** Few signs could be made into millions by names for other signs. */
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand)(?![a-z])/i;

const OPTIONS = {
  throwOnError: true,
  strict: 'ignore',
  // Links, pictures, classes, styles: nobody's formula needs them, and one that has them stays source.
  trust: ({ command }) => {
    throw new Error(`${command} is not drawn`);
  },
  maxExpand: 500,
  /** In em. */
  maxSize: 20,
} satisfies KatexOptions;

/** null for what is no formula, or more of one than anybody writes. */
export function drawFormula(tex: string, display: boolean): ReactNode {
  if (tex.length > MOST_CHARACTERS || DEFINES.test(tex)) return null;
  // What is set in several lines is refused inside of a line, and was not by what boards draw with.
  return draw(tex, display) ?? (display ? null : draw(tex, true));
}

function draw(tex: string, displayMode: boolean): ReactNode {
  try {
    const { __renderToDomTree: toTree } = katex as unknown as Drawing;
    return elementsOf(toTree(tex, { ...OPTIONS, displayMode }));
  } catch {
    return null;
  }
}
