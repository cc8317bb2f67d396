/**
 * Builds each response serializer once. Fastify builds one for every status of every route, each with all shared schemas:
 * that took 3.0 of the 3.5 s of a server's start, although most of them are the same problems.
 */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { reachedBy, type Externals } from './reached-schemas.ts';

type BuildSerializer = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<BuildSerializer>>;

const buildDefault = SerializerSelector();
/** By everything that a serializer depends on. Serializers have no state, so servers in one process share them. */
const built = new Map<string, Serializer>();

/** For Fastify's `compilersFactory`. */
export const buildSerializer: BuildSerializer = (externals, options) => {
  const shared = (externals ?? {}) as Externals;
  return (route) => {
    const reached = reachedBy(route.schema, shared);
    const key = JSON.stringify([route.schema, reached, options]);
    const serializer = built.get(key) ?? buildDefault(reached, options)(route);
    built.set(key, serializer);
    return serializer;
  };
};
