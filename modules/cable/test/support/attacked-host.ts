/**
 * A process with one host of a cabal, which listens without encryption and never bans a peer. Arguments: database URL, cabal.
 * Prints its port, and at the end of its input its peak memory in MB.
 */
import { once } from 'node:events';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { PEER_LIMITS } from '../../peer/limits.ts';
import { processMemory } from '../../../../test/support/process-memory.ts';
import { listenFor, startHost } from './hosts.ts';

const [, , url = '', cabal = '0'] = process.argv;
const pool = createPostgresPool({ url, pipeline: true });
const limits = { ...PEER_LIMITS, strikes: Infinity };
const { host, seen } = startHost(pool, { id: Number(cabal), layout: 'deployed' }, { limits });
host.follow(['tea']);
const listener = await listenFor(host, null);
process.stdout.write(`${JSON.stringify({ port: listener.port })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
host.close();
await listener.close();
await pool.end();
process.stdout.write(
  `${JSON.stringify({ peak: processMemory('self', 'VmHWM'), reasons: Object.fromEntries(seen.reasons), errors: seen.errors.length })}\n`,
);
