/** PostgreSQL stores neither U+0000 nor half a surrogate pair, in text or in JSON. Both are replaced with U+FFFD. */
const REPLACEMENT = '\uFFFD';

export type OnReplaced = (replaced: 'nul' | 'lone_surrogate') => void;

export function makeStorable(text: string, onReplaced: OnReplaced = () => undefined): string {
  let storable = text;
  if (storable.includes('\0')) {
    onReplaced('nul');
    storable = storable.replaceAll('\0', REPLACEMENT);
  }
  if (!storable.isWellFormed()) {
    onReplaced('lone_surrogate');
    storable = storable.toWellFormed();
  }
  return storable;
}

/** Replaces them in every string and key of a JSON value. */
export function makeStorableJson(value: unknown, onReplaced: OnReplaced): unknown {
  if (typeof value === 'string') return makeStorable(value, onReplaced);
  if (Array.isArray(value)) return value.map((inner) => makeStorableJson(inner, onReplaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [makeStorable(key, onReplaced), makeStorableJson(inner, onReplaced)]),
  );
}
