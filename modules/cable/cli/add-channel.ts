/** `sagasu board add NAME --source cable`: a channel of a cabal becomes a board. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { keyIdOf, readKeyFile } from '../key-files.ts';
import type { Layout } from '../codec/layout.ts';
import { MAX_CHANNEL } from '../codec/limits.ts';
import type { Prologue } from '../peer/connection.ts';
import { channelKey } from '../views/cabal.ts';
import { addCableBoard } from '../store/cable-boards.ts';
import { assertBoardInput, type BoardInput } from '../../../store/boards/boards.ts';
import { UsageError } from '../../../cli/arguments.ts';
import { withDatabase } from '../../../cli/stores.ts';

export interface ChannelOptions {
  readonly channel?: string;
  readonly keyFile?: string;
  readonly layout: Layout;
  readonly prologue: Prologue;
  readonly plain: boolean;
}

/** @throws UsageError or ConfigError; the key is in none of their messages. */
export async function addChannel(input: BoardInput, options: ChannelOptions): Promise<void> {
  const { channel, keyFile, layout, prologue, plain: isPlain } = options;
  if (channel === undefined || keyFile === undefined) throw new UsageError('a channel needs --channel and --key-file');
  const length = Array.from(channel).length;
  if (length < 1 || length > MAX_CHANNEL)
    throw new UsageError(`the name of a channel has 1 to ${MAX_CHANNEL} characters`);
  const url = input.url.replace(/\/+$/, '').toLowerCase();
  const board = { ...input, url, mediaUrl: url, sourceName: sourceNameOf(channel) };
  assertBoardInput(board);
  const key = await readKeyFile(keyFile);
  const cabal = { cabalKeyId: keyIdOf(key), keyFile: resolve(keyFile), layout, prologue, isPlain };
  await withDatabase((pool) => addCableBoard(pool, board, { ...cabal, name: channel, key: channelKey(channel) }));
}

/** Names of channels are any Unicode; a source's name of a board is a segment of a path. */
function sourceNameOf(channel: string): string {
  if (/^(?!\.+$)[\w.+-]{1,64}$/.test(channel)) return channel;
  return `channel-${createHash('sha256').update(channelKey(channel)).digest('hex').slice(0, 16)}`;
}
