import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import 'katex/dist/katex.min.css';
import katex, { type KatexOptions } from 'katex';
import './formula.css';
import { type KatexNode, elementsOf } from './formula-elements.tsx';

interface RenderedFormulaProps {
  readonly tex: string;
  readonly display: boolean;
  /** A search match is in its source. The rendered formula is then marked as a whole. */
  readonly isMarked: boolean;
  /** Shown if the formula cannot be rendered. */
  readonly source: ReactNode;
}

/** A rendered formula. Copying and finding in the page use its source, screen readers use MathML. */
export function RenderedFormula({ tex, display, isMarked, source }: RenderedFormulaProps) {
  const rendered = useMemo(() => renderFormula(tex, display), [tex, display]);
  const box = useRef<HTMLSpanElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // The width changes when a phone is turned. Once wide, the formula stays so, as the class affects its measured width.
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth + 1) setWide(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (rendered === null) return source;
  return (
    <span
      className={['formula', display && 'formula-display', isWide && 'formula-wide'].filter(Boolean).join(' ')}
      // A box that scrolls horizontally must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isWide ? 0 : undefined}
      ref={box}
    >
      <span className="formula-source" aria-hidden="true">
        {tex}
      </span>
      {isMarked ? <mark>{rendered}</mark> : rendered}
    </span>
  );
}

/** KaTeX's tree, which the library does not type. A test checks that it has this form. */
interface Rendering {
  readonly __renderToDomTree: (tex: string, options: KatexOptions) => KatexNode;
}

const MAX_CHARACTERS = 4_000;
/** Definitions could expand a short source to millions of symbols. */
const DEFINES = /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand)(?![a-z])/i;

const OPTIONS = {
  throwOnError: true,
  strict: 'ignore',
  // Formulas with links, images, classes or styles stay source.
  trust: ({ command }) => {
    throw new Error(`${command} is not rendered`);
  },
  maxExpand: 500,
  /** In em. */
  maxSize: 20,
} satisfies KatexOptions;

/** null for an invalid or excessively large formula. */
export function renderFormula(tex: string, display: boolean): ReactNode {
  if (tex.length > MAX_CHARACTERS || DEFINES.test(tex)) return null;
  // KaTeX rejects multi-line formulas in inline mode; boards render them.
  return draw(tex, display) ?? (display ? null : draw(tex, true));
}

function draw(tex: string, displayMode: boolean): ReactNode {
  try {
    const { __renderToDomTree: toTree } = katex as unknown as Rendering;
    return elementsOf(toTree(tex, { ...OPTIONS, displayMode }));
  } catch {
    return null;
  }
}
