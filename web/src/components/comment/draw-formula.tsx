import katex, { type KatexOptions } from 'katex';
import type { ReactNode } from 'react';
import { elementsOf, type DrawnNode } from './formula-elements.tsx';

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
