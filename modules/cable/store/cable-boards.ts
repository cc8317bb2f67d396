/** Boards that archive a channel of a cabal. The database owner adds them. */
import type pg from 'pg';
import { ConfigError } from '../../../platform/errors.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { upsertBoard, type BoardInput } from '../../../store/boards/boards.ts';

/** Returns the cabal. Index: cabals_key_id_key. $1 id of the key, $2 file, $3 layout. */
const UPSERT_CABAL = `
insert into cabals (key_id, key_file, layout) values ($1, $2, $3)
on conflict (key_id) do update set key_file = excluded.key_file, layout = excluded.layout returning id`;

/** Index: cabal_addresses_pkey. $1 cabal, $2 address, $3 without encryption, $4 prologue. */
const UPSERT_ADDRESS = `
insert into cabal_addresses (cabal_id, url, is_plain, prologue) values ($1, $2, $3, $4)
on conflict (cabal_id, url) do update set is_plain = excluded.is_plain, prologue = excluded.prologue`;

/** Indexes: cable_channels_pkey, cable_channels_board_id_key. Does nothing if the channel or board is in use. $1 cabal, $2 channel, $3 name, $4 board. */
const ADD_CHANNEL = `
insert into cable_channels (cabal_id, channel, name, board_id) values ($1, $2, $3, $4)
on conflict do nothing`;
const IS_CHANNEL = 'select 1 from cable_channels where cabal_id = $1 and channel = $2 and board_id = $3';

/** A new board is unlisted until the operator publishes it. Index: boards_pkey. $1 board. */
const UNLIST = `update boards set settings = jsonb_set(settings, '{unlisted}', 'true') where id = $1`;

/** Index: boards_name_key. $1 name. */
const IS_KNOWN = 'select 1 from boards where name = $1';

export interface ChannelInput {
  readonly name: string;
  /** The channel key. */
  readonly key: Buffer;
  readonly cabalKeyId: Buffer;
  readonly keyFile: string;
  readonly layout: string;
  readonly prologue: string;
  readonly isPlain: boolean;
}

/** Idempotent. @throws ConfigError for an invalid board, or if the board has another channel */
export async function addCableBoard(pool: pg.Pool, board: BoardInput, channel: ChannelInput): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount: known } = await client.query(IS_KNOWN, [board.name]);
    const { id } = await upsertBoard(client, board);
    const { rows } = await client.query<{ id: number }>(UPSERT_CABAL, [
      channel.cabalKeyId,
      channel.keyFile,
      channel.layout,
    ]);
    const cabal = rows[0]?.id;
    await client.query(UPSERT_ADDRESS, [cabal, board.url, channel.isPlain, channel.prologue]);
    await client.query(ADD_CHANNEL, [cabal, channel.key, Buffer.from(channel.name, 'utf8'), id]);
    const { rowCount } = await client.query(IS_CHANNEL, [cabal, channel.key, id]);
    if (rowCount !== 1)
      throw new ConfigError(
        `/${board.name}/ already archives another channel, or ${channel.name} already has another board`,
      );
    if (known === 0) await client.query(UNLIST, [id]);
  });
}
