/** `sagasu board add NAME --source cable`: adds a board that archives a channel of a cabal. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { Option } from 'commander';
import { keyIdOf, readKeyFile } from '../key-files.ts';
import { LAYOUTS, type Layout } from '../codec/layout.ts';
import { MAX_CHANNEL } from '../codec/limits.ts';
import { PROLOGUES, type Prologue } from '../peer/connection.ts';
import { channelKey } from '../views/cabal.ts';
import { addCableBoard } from '../store/cable-boards.ts';
import { assertBoardInput, type BoardInput } from '../../../store/boards/boards.ts';
import type { BoardSource } from '../../../cli/module.ts';
import { UsageError } from '../../../cli/arguments.ts';
import { withDatabase } from '../../../cli/stores.ts';

interface ChannelOptions {
  readonly channel?: string;
  readonly keyFile?: string;
  readonly layout: Layout;
  readonly prologue: Prologue;
  readonly plain: boolean;
}

export const CHANNELS: BoardSource = {
  kind: 'cable',
  options: [
    new Option('--channel <name>', 'cable: name of the channel'),
    new Option('--key-file <path>', "cable: file with the cabal's key, which only its owner may read"),
    new Option('--layout <layout>', 'cable: message layout').choices(LAYOUTS).default('deployed'),
    new Option('--prologue <text>', 'cable: prologue of the handshake').choices(PROLOGUES).default('CABLE/1.0'),
    new Option('--plain', 'cable: dial the address without encryption').default(false),
  ],
  example:
    'sagasu board add tea --source cable --url cable://peer.example.org:13331 --channel tea --key-file cabal.key',
  async add(input, options) {
    await addChannel(input, options as unknown as ChannelOptions);
    return `Added /${input.name}/. It is in no list until you publish it: sagasu board set ${input.name} unlisted=false`;
  },
};

/** @throws UsageError, ConfigError. Their messages never contain the key. */
async function addChannel(input: BoardInput, options: ChannelOptions): Promise<void> {
  const { channel, keyFile, layout, prologue, plain: isPlain } = options;
  if (channel === undefined || keyFile === undefined)
    throw new UsageError('--source cable needs --channel and --key-file');
  const length = Array.from(channel).length;
  if (length < 1 || length > MAX_CHANNEL) throw new UsageError(`a channel name has 1 to ${MAX_CHANNEL} characters`);
  const url = input.url.replace(/\/+$/, '').toLowerCase();
  const board = { ...input, url, mediaUrl: url, sourceName: sourceNameOf(channel) };
  assertBoardInput(board);
  const key = await readKeyFile(keyFile);
  const cabal = { cabalKeyId: keyIdOf(key), keyFile: resolve(keyFile), layout, prologue, isPlain };
  await withDatabase((pool) => addCableBoard(pool, board, { ...cabal, name: channel, key: channelKey(channel) }));
}

/** Channel names can be any Unicode text, but the source name of a board must be usable as a path segment. */
function sourceNameOf(channel: string): string {
  if (/^(?!\.+$)[\w.+-]{1,64}$/.test(channel)) return channel;
  return `channel-${createHash('sha256').update(channelKey(channel)).digest('hex').slice(0, 16)}`;
}
