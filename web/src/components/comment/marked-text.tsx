import { markedLeaves, markedSegments, type TextRange } from '../../../../mappings/comment/plain-text.ts';

interface MarkedTextProps {
  readonly text: string;
  /** Ranges of `text`, in any order. They may overlap or end after the text. */
  readonly ranges: readonly TextRange[] | undefined;
}

/** A text with its matches marked. */
export function MarkedText({ text, ranges = [] }: MarkedTextProps) {
  if (ranges.length === 0) return text;
  const whole = { kind: 'text', text } as const;
  const marks = markedLeaves([whole], ranges).get(whole) ?? [];
  // Segments have no identity besides their position.
  return markedSegments(text, marks).map((segment, index) =>
    segment.marked ? <mark key={index}>{segment.text}</mark> : segment.text,
  );
}
