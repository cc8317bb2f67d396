import type { Completion } from '../../../../../mappings/contract/completion.ts';

/** A suggestion: a part of a query, or a whole query that was searched or saved before. */
export type Suggestion = Pick<Completion, 'text' | 'from' | 'to' | 'description' | 'count'> & {
  readonly isWhole: boolean;
  /** Shown instead of the text. */
  readonly label?: string;
  /** Opened instead of writing anything. */
  readonly thread?: Completion['thread'];
  /** Forgets the recent searches instead of writing anything. */
  readonly forgets?: true;
};

/** The id of a suggestion of the list with this id. */
export function suggestionId(list: string, place: number): string {
  return `${list}-${place}`;
}

/** The text after accepting a suggestion, and the new position of the caret. A space follows, unless it is a field's name or something does. */
export function acceptSuggestion(
  text: string,
  { text: piece, from, to }: Suggestion,
): { readonly text: string; readonly at: number } {
  const rest = text.slice(to);
  const isFinished = !piece.endsWith(':');
  const space = isFinished && !/^[\s),|]/.test(rest) ? ' ' : '';
  const isBeforeSpace = isFinished && rest.startsWith(' ');
  return {
    text: text.slice(0, from) + piece + space + rest,
    at: from + piece.length + (space || isBeforeSpace ? 1 : 0),
  };
}
