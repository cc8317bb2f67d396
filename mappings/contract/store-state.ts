/** The state of a store, as a server sees it. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/**
 * connection_refused, name_unknown, timed_out, connection_lost, certificate, unreachable   no answer, for this reason or another
 * login_refused       the store does not accept the user or the password
 * busy                the store accepts no more connections
 * starting            the store is starting or shutting down
 * migrations_pending  PostgreSQL has the schema of an older version of Sagasu
 * replicas_missing    Elasticsearch has all documents, but not all replicas
 * shards_missing      Elasticsearch lacks documents
 */
const STORE_REASONS = [
  'connection_refused',
  'name_unknown',
  'timed_out',
  'connection_lost',
  'certificate',
  'unreachable',
  'login_refused',
  'busy',
  'starting',
  'migrations_pending',
  'replicas_missing',
  'shards_missing',
] as const;
export type StoreReason = (typeof STORE_REASONS)[number];

export const StoreState = Type.Object(
  {
    name: Type.Enum(['PostgreSQL', 'Elasticsearch', 'Redis'], { type: 'string' }),
    state: Type.Enum(['up', 'impaired', 'down'], {
      type: 'string',
      description:
        '`impaired`: it answers, but not all of its data can be used. `down`: it does not answer this server.',
    }),
    reason: nullable(
      Type.String({
        description: `null if it is \`up\`; otherwise ${STORE_REASONS.map((reason) => `\`${reason}\``).join(', ')}.`,
      }),
    ),
    since: nullable(
      Type.String({ format: 'date-time', description: 'When this server noticed the state; null if it is `up`.' }),
    ),
  },
  { $id: 'StoreState' },
);
export type StoreState = Static<typeof StoreState>;
