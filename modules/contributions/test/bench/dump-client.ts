/**
 * Measures `sagasu dump` over a typical folder, and compares it with computing only the hashes, and with Pillow and hashlib, on the same
 * disk. The times include the start and the end of each process.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { webmFilm } from '../../../../demo/art/webm.ts';
import { archiveKeys } from '../../format/package.ts';
import { toError } from '../../../../platform/errors.ts';
import { pythonPrograms } from '../../../../test/support/python.ts';
import { createRandom } from '../../../../test/bench/corpus/random.ts';
import { timed, toMeasure, type Measure } from '../../../../test/bench/measure.ts';

const FILES = 600;
const SIZES = [
  [1280, 960],
  [1920, 1080],
  [800, 600],
  [500, 700],
  [2048, 1365],
] as const;
/** Number of files of each kind in a hundred. The rest are videos. */
const KINDS = { jpg: 56, png: 32, gif: 3, webp: 3 } as const;
type Kind = keyof typeof KINDS | 'webm';

const MAIN = fileURLToPath(new URL('../../client/main.ts', import.meta.url));
const CEILING = fileURLToPath(new URL('./hashing-ceiling.ts', import.meta.url));
const PILLOW = fileURLToPath(new URL('./pillow_hashes.py', import.meta.url));

interface Runner {
  readonly name: string;
  readonly run: (round: number) => Promise<void>;
}

export async function measureDumpClient(rounds: number, say: (line: string) => void): Promise<readonly Measure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'sagasu-dump-client-'));
  const folder = join(dir, 'files');
  const { server, taken } = await startReceiver();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    say(`drawing ${FILES} files`);
    const paths = await makeFiles(folder);
    const input = paths.join('\n');
    const client: Runner = {
      name: 'sagasu dump',
      run: async (round) => {
        const key = ['--key', join(dir, 'key'), '--cache', join(dir, `cache-${round}`)];
        const before = taken();
        await output(process.execPath, [MAIN, folder, '--to', address, ...key]);
        expectAll(taken() - before, 'dumps');
      },
    };
    const counting = (name: string, program: string, args: readonly string[]): Runner => ({
      name,
      run: async () => expectAll(Number(await output(program, args, input)), name),
    });
    const ceiling = counting('the hashes alone, a thread for each core', process.execPath, [CEILING]);
    const pillow = await pythonPrograms(['pillow==13.0.0']).catch((error: unknown) => {
      say(`without Pillow: ${toError(error).message}`);
      return null;
    });
    const others = [
      ceiling,
      ...(pillow !== null ? [counting('Pillow and hashlib, a process for each core', pillow, [PILLOW])] : []),
    ];
    return await inTurn(client, others, rounds);
  } finally {
    server.close();
    server.closeAllConnections();
    await rm(dir, { recursive: true, force: true });
  }
}

async function inTurn(client: Runner, others: readonly Runner[], rounds: number): Promise<readonly Measure[]> {
  const all = [client, ...others];
  const speeds = new Map(all.map((runner) => [runner, [] as number[]]));
  // The first round fills the disk cache and compiles.
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < all.length; turn++) {
      const runner = all[(turn + round + 1) % all.length] ?? client;
      const took = await timed(async () => runner.run(round));
      if (round >= 0) speeds.get(runner)?.push((FILES * 1000) / took);
    }
  }
  const ours = speeds.get(client) ?? [];
  return others.map((other, at) => {
    const pairs = (speeds.get(other) ?? []).map((speed, round) => [ours[round] ?? Number.NaN, speed] as const);
    const goal = at === 0 ? ({ at: 'least', ratio: 0.7 } as const) : null;
    return toMeasure('sagasu dump', pairs, goal, 'files/s', other.name);
  });
}

/** Receives packages and discards them. */
async function startReceiver(): Promise<{ readonly server: Server; readonly taken: () => number }> {
  const { publicKey } = await archiveKeys(new Uint8Array(32));
  const key = JSON.stringify({ key: Buffer.from(publicKey).toString('base64') });
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (request.method === 'GET') return response.end(key);
      count++;
      return response.writeHead(202).end('{"outcome":"added"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, taken: () => count };
}

function expectAll(count: number, what: string): void {
  if (count !== FILES) throw new Error(`${count} of ${FILES}: ${what}`);
}

async function output(program: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== 0) throw new Error(`${args[0]} ended with code ${child.exitCode}: ${text}`);
  return text.trim();
}

async function makeFiles(folder: string): Promise<readonly string[]> {
  const random = createRandom(27);
  await mkdir(folder);
  for (let at = 0; at < FILES; at++) {
    const kind = kindOf((at * 37) % 100);
    const [width, height] = SIZES[at % SIZES.length] ?? [640, 480];
    await writeFile(join(folder, `${at}.${kind}`), await makeFile(kind, picture(random, width, height), width, height));
  }
  return (await readdir(folder)).map((name) => join(folder, name));
}

function kindOf(place: number): Kind {
  let end = 0;
  for (const [kind, share] of Object.entries(KINDS)) if (place < (end += share)) return kind as Kind;
  return 'webm';
}

function picture(random: () => number, width: number, height: number): Sharp {
  const small = Buffer.from(Array.from({ length: 64 * 48 * 3 }, () => Math.floor(random() * 256)));
  return sharp(small, { raw: { width: 64, height: 48, channels: 3 } }).resize(width, height, { fit: 'fill' });
}

async function makeFile(kind: Kind, drawn: Sharp, width: number, height: number): Promise<Buffer> {
  if (kind === 'jpg') return drawn.jpeg({ quality: 90 }).toBuffer();
  if (kind === 'png') return drawn.png().toBuffer();
  if (kind === 'gif') return drawn.gif({ effort: 1 }).toBuffer();
  const webp = await drawn.webp({ effort: 0 }).toBuffer();
  return kind === 'webp'
    ? webp
    : webmFilm(
        Array.from({ length: 40 }, () => webp),
        width,
        height,
        40,
      );
}
