import { useEffect, useRef, useState } from 'react';
import { useNearViewport } from '../../lib/rendering.ts';
import type { ShownText } from './comment-rendering.ts';
import { codePieces, type CodeRun } from './code-runs.ts';
import { runsOf } from './highlighting.ts';
import { MarkedText } from './marked-text.tsx';

interface CodeBlockProps {
  /** The whole code, even if only a part is shown, since the part alone may look like another language. */
  readonly whole: string;
  readonly shown: ShownText;
}

const PLAIN: readonly CodeRun[] = [];

/** Code as it was written. When it comes near the viewport it gets its colours, which do not change the layout. */
export function CodeBlock({ whole, shown }: CodeBlockProps) {
  const block = useRef<HTMLPreElement>(null);
  const isNear = useNearViewport(block);
  const [read, setRead] = useState({ text: whole, runs: PLAIN });
  useEffect(() => {
    if (!isNear) return undefined;
    let isWanted = true;
    const colour = async () => {
      const runs = await runsOf(whole);
      if (isWanted && runs.length > 0) setRead({ text: whole, runs });
    };
    void colour();
    return () => {
      isWanted = false;
    };
  }, [isNear, whole]);
  return (
    // A box that scrolls horizontally must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className="code" tabIndex={0} ref={block}>
      <code>
        <CodeText shown={shown} runs={read.text === whole ? read.runs : PLAIN} />
      </code>
    </pre>
  );
}

interface CodeTextProps {
  readonly shown: ShownText;
  readonly runs: readonly CodeRun[];
}

/** Code in colours, with search matches marked. */
export function CodeText({ shown: { text, marks, from }, runs }: CodeTextProps) {
  if (runs.length === 0) return <MarkedText text={text} ranges={marks} />;
  return codePieces(text, runs, from).map(({ start, text: piece, kind }) => {
    const own = marks.flatMap(([first, last]) =>
      last > start && first < start + piece.length ? [[Math.max(first - start, 0), last - start] as const] : [],
    );
    const content = <MarkedText key={start} text={piece} ranges={own} />;
    return kind === null ? (
      content
    ) : (
      <span key={start} className={`code-${kind}`}>
        {content}
      </span>
    );
  });
}
