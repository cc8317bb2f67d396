/**
 * Builds each validator of requests once. Fastify builds one for every part of every route, each with all shared schemas, which took more
 * than half of the start of a further server in the same process.
 */
import { AjvCompiler, type BuildCompilerFromPool, type RouteDefinition } from '@fastify/ajv-compiler';
import { reachedBy, type Externals } from './reached-schemas.ts';

type Compiler = ReturnType<BuildCompilerFromPool>;

const buildDefault = AjvCompiler();
/**
 * By everything that a validator depends on. Its errors are read before it validates again, so that servers in one process can share
 * it.
 */
const built = new Map<string, ReturnType<Compiler>>();

/** For Fastify's `compilersFactory`. */
export const buildValidator: BuildCompilerFromPool = (externals, options) => {
  const compile = (route: RouteDefinition): ReturnType<Compiler> => {
    const reached = reachedBy(route.schema, externals) as Externals & typeof externals;
    const key = JSON.stringify([route.schema, reached, options]);
    const validator = built.get(key) ?? buildDefault(reached, options)(route);
    built.set(key, validator);
    return validator;
  };
  // The compiler's type expects a schema where Fastify passes a route.
  return compile as Compiler;
};
