/** `a, b or c`. */
export function listed(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
