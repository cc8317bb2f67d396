/**
 * Runs the unmodified client program, CableCore from the node_modules of CABLE_PEER_DIR, over plain TCP on this machine.
 * Arguments: `listen` or `dial`, and the port. Each line of standard input is a command in JSON, and gets an answer of one line.
 */
import { Server } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type Done = (error: Error | null, result?: unknown) => void;

interface Core {
  postText(channel: string, text: string, done: Done): Buffer;
  setName(name: string, done: Done): Buffer;
  setTopic(channel: string, topic: string, done: Done): Buffer;
  join(channel: string, done: Done): Buffer;
  delMany(hashes: readonly Buffer[], done: Done): Buffer;
  requestState(channel: string, ttl: number, future: number): void;
  requestPosts(channel: string, start: number, end: number, ttl: number, limit: number): void;
  getChat(channel: string, start: number, end: number, limit: number, done: Done): void;
}

/** The program would listen on all addresses; this limits it to this machine. */
// oxlint-disable-next-line typescript/unbound-method -- it is called with `call`
const listen = Server.prototype.listen as (this: Server, port: number, host: string) => Server;
Server.prototype.listen = function listenHere(this: Server, port: number): Server {
  return listen.call(this, port, '127.0.0.1');
} as typeof Server.prototype.listen;

const require = createRequire(join(process.env['CABLE_PEER_DIR'] ?? '', 'package.json'));
const CableCore = (require('cable-core/index.js') as { CableCore: new (level: null, options: object) => Core })
  .CableCore;
const { Network } = require('cable-client/tcp-network.js') as { Network: unknown };
const { hash } = require('cable.js/cryptography.js') as { hash: (bytes: Buffer) => Buffer };

const [way, port] = process.argv.slice(2);
const core = new CableCore(null, { network: [Network], serve: way === 'listen', tcpPort: Number(port) });

interface Order {
  readonly what: 'text' | 'name' | 'topic' | 'join' | 'delete' | 'ask' | 'texts';
  readonly channel: string;
  readonly said?: string;
  readonly hashes?: readonly string[];
  readonly start?: number;
  readonly end?: number;
  readonly limit?: number;
}

/** Resolves with the hash of the peer's own post when it is stored. */
async function made(make: (done: Done) => Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const post = make((error) => (error instanceof Error ? reject(error) : resolve(hash(post).toString('hex'))));
  });
}

async function carryOut({
  what,
  channel,
  said = '',
  hashes = [],
  start = 0,
  end = 0,
  limit = 0,
}: Order): Promise<unknown> {
  switch (what) {
    case 'text':
      return made((done) => core.postText(channel, said, done));
    case 'name':
      return made((done) => core.setName(said, done));
    case 'topic':
      return made((done) => core.setTopic(channel, said, done));
    case 'join':
      return made((done) => core.join(channel, done));
    case 'delete':
      return made((done) =>
        core.delMany(
          hashes.map((one) => Buffer.from(one, 'hex')),
          done,
        ),
      );
    case 'ask':
      core.requestState(channel, 0, 1);
      core.requestPosts(channel, start, end, 0, limit);
      return null;
    case 'texts':
      return new Promise((resolve, reject) => {
        core.getChat(channel, 0, Number.MAX_SAFE_INTEGER, 0, (error, posts) => {
          if (error) reject(error);
          else resolve((posts as ({ text?: string } | null)[]).flatMap((post) => post?.text ?? []));
        });
      });
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify({ answer: await carryOut(JSON.parse(line) as Order) })}\n`);
// oxlint-disable-next-line unicorn/no-process-exit -- its connections would keep the process
process.exit(0);
