/**
 * Serialisers of answers, each made once. Made anew for every status of every route, beside every shared schema, they took
 * three of the three and a half seconds of a server's start; most of them are the same few problems.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type BuildSerializer = ReturnType<typeof SerializerSelector>;
type Externals = Readonly<Record<string, unknown>>;
type Serializer = ReturnType<ReturnType<BuildSerializer>>;

const buildDefault = SerializerSelector();
/** By all that goes into one: they keep nothing, so the servers of one process share them. */
const made = new Map<string, Serializer>();

/** For the application's `compilersFactory`. */
export const buildSerializer: BuildSerializer = (externals, options) => {
  const shared = (externals ?? {}) as Externals;
  return (route) => {
    const reached = reachedBy(route.schema, shared);
    const key = JSON.stringify([route.schema, reached, options]);
    const serializer = made.get(key) ?? buildDefault(reached, options)(route);
    made.set(key, serializer);
    return serializer;
  };
};

/** Shared schemas that a schema refers to, itself or by others. */
function reachedBy(schema: unknown, shared: Externals): Record<string, unknown> {
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
