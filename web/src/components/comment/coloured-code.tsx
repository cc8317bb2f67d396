import { useEffect, useState } from 'react';
import type { CodeProps } from './code-block.tsx';
import type { ShownText } from './comment-rendering.ts';
import { codePieces, type CodeRun } from './code-runs.ts';
import { runsOf } from './highlighting.ts';
import { MarkedText } from './marked-text.tsx';

const PLAIN: readonly CodeRun[] = [];

/** Code that gets its colours once a worker has found them. They do not change the layout. */
export function ColouredCode({ whole, shown }: CodeProps) {
  const [read, setRead] = useState({ text: whole, runs: PLAIN });
  useEffect(() => {
    let isWanted = true;
    const colour = async () => {
      const runs = await runsOf(whole);
      if (isWanted && runs.length > 0) setRead({ text: whole, runs });
    };
    void colour();
    return () => {
      isWanted = false;
    };
  }, [whole]);
  return <CodeText shown={shown} runs={read.text === whole ? read.runs : PLAIN} />;
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
