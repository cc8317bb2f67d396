/** Values of a list that are shown; conditions on threads hold up to a million. */
const SHOWN = 20;

/** A copy in which long lists end with how many more there are. */
export function abridged(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN).map((item) => abridged(item));
    return value.length > SHOWN ? [...shown, `… and ${value.length - SHOWN} more`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, abridged(inner)]));
}
