import { useRef } from 'react';
import { later, useLater, useNearViewport } from '../../lib/rendering.ts';
import type { ShownText } from './comment-rendering.ts';
import { MarkedText } from './marked-text.tsx';

export interface CodeProps {
  /** The whole code, even if only a part is shown, since the part alone may look like another language. */
  readonly whole: string;
  readonly shown: ShownText;
}

const colouredCode = later(() => import('./coloured-code.tsx'));

/** Code as it was written. When it comes near the viewport it gets its colours. */
export function CodeBlock({ whole, shown }: CodeProps) {
  const block = useRef<HTMLPreElement>(null);
  const part = useLater(colouredCode, useNearViewport(block));
  return (
    // A box that scrolls horizontally must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="code" tabIndex={0} ref={block}>
      <code>
        {part === null ? (
          <MarkedText text={shown.text} ranges={shown.marks} />
        ) : (
          <part.ColouredCode whole={whole} shown={shown} />
        )}
      </code>
    </pre>
  );
}
