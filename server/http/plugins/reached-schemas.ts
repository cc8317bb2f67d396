export type Externals = Readonly<Record<string, unknown>>;

/** The shared schemas that a schema references, directly or through others. */
export function reachedBy(schema: unknown, shared: Externals): Record<string, unknown> {
  const reached: Record<string, unknown> = {};
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key !== '$ref' || typeof part !== 'string') {
        visit(part);
        continue;
      }
      const [id = ''] = part.split('#');
      if (id in reached || !(id in shared)) continue;
      reached[id] = shared[id];
      visit(shared[id]);
    }
  };
  visit(schema);
  return reached;
}
