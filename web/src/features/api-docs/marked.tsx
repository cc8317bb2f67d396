/** A text of the document, in which words in backticks are code. */
export function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text do not move
    place % 2 === 1 ? <code key={place}>{part}</code> : part,
  );
}
