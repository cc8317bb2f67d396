/** Leases cabals that have boards, and joins them as a peer. One scraper at a time is the peer of a cabal. */
import { BlockList, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Layout } from '../codec/layout.ts';
import { readOrMakeKeyFile } from '../key-files.ts';
import type { Prologue } from '../peer/connection.ts';
import { AwayList } from '../peer/limits.ts';
import { listenPlain, listenSecure, type Listener } from '../peer/network.ts';
import { toError } from '../../../platform/errors.ts';
import type { Service } from '../../../platform/lifecycle.ts';
import { listenError } from '../../../platform/ports.ts';
import { prepared } from '../../../platform/postgres.ts';
import { openRemovalLog } from '../../../platform/open-removal-log.ts';
import { SETTINGS } from '../../../platform/settings.ts';
import type { Slices } from '../../../store/slices.ts';
import type { ScraperOptions } from '../../../scraper/context.ts';
import { CabalPeer, type CabalAddress, type CabalChannel, type CabalSettings } from './cabal-peer.ts';
import { createCableMetrics } from './metrics.ts';
import * as sql from './sql.ts';

const RENEW_MS = 2_000;
const LEASE_MS = 8_000;

interface CabalRow {
  readonly id: number;
  readonly layout: Layout;
  readonly key_file: string;
  readonly key_id: Buffer;
}

/** Runs until it is closed. Without cabals it only checks for new ones. */
export function startCable(options: ScraperOptions, pool: pg.Pool, slices: Slices): Service {
  const { config, logger, now, worker } = options;
  const metrics = createCableMetrics(options.registry);
  const peers = new Map<number, CabalPeer>();
  const stop = new AbortController();
  const { signal } = stop;
  const away = new AwayList();
  const listeners: Listener[] = [];
  let identity: Buffer | null = null;

  const context = async () => {
    identity ??= await readOrMakeKeyFile(config.cableIdentity ?? join(config.dataDir, 'cable-identity.key'));
    const removals = openRemovalLog(config);
    const { cableForward: forwards, cableMaxBytes: maxBytes } = config;
    return { pool, slices, removals, now, logger, metrics, away, identity, forwards, maxBytes };
  };

  async function renew(): Promise<void> {
    const { rows } = await pool.query<CabalRow>(prepared(sql.LEASE_CABALS, [worker, LEASE_MS]));
    const wanted = await readSettings(pool, rows);
    for (const [id, peer] of peers) {
      const found = wanted.get(id);
      const isSame = JSON.stringify(found?.settings) === JSON.stringify(peer.settings);
      if (found !== undefined && isSame && peer.isWithin(found.channels)) continue;
      peers.delete(id);
      await peer.close();
    }
    for (const [id, { settings, channels }] of wanted) {
      const known = peers.get(id);
      if (known !== undefined) {
        known.follow(channels);
        continue;
      }
      try {
        peers.set(id, await CabalPeer.start(await context(), settings, channels));
        logger.info({ cabal: id, channels: channels.length }, 'joined a cabal');
      } catch (error) {
        logger.error({ cabal: id, err: toError(error) }, 'cannot join a cabal');
      }
    }
    if (peers.size > 0 && listeners.length === 0) await listen();
    metrics.setPeers([...peers.values()].reduce((count, peer) => count + peer.peers, 0));
    metrics.setOpenRequests([...peers.values()].reduce((count, peer) => count + peer.openRequests, 0));
  }

  /** Without encryption the cabal of a connection is unknown, so only one cabal can be served. */
  function plainPeer(): CabalPeer | null {
    const plain = [...peers.values()].filter(({ settings }) => settings.addresses.some(({ isPlain }) => isPlain));
    return plain.length === 1 ? (plain[0] ?? null) : null;
  }

  /** The cabal of a failed connection is unknown: the first cabal records it. */
  const onFailure = (peer: string, error: Error) => peers.values().next().value?.onFailure(peer, error);

  async function listen(): Promise<void> {
    const { cableListen, cablePlainListen } = config;
    if (cableListen !== null)
      listeners.push(
        await listenSecure(
          cableListen,
          () => [...peers.values()].flatMap(({ accepted }) => accepted),
          ({ peer }, connection) => peer.attach(connection),
          onFailure,
        ).catch((error: unknown) => {
          const { name } = SETTINGS.cableListen;
          throw listenError(toError(error), { port: cableListen.port, title: 'the scraper', setting: name });
        }),
      );
    if (cablePlainListen !== null)
      listeners.push(
        await listenPlain(
          cablePlainListen,
          blockListOf(config.cablePlainFrom),
          async (connection) => {
            const peer = plainPeer();
            if (peer === null) connection.destroy();
            else await peer.attach(connection);
          },
          onFailure,
        ).catch((error: unknown) => {
          const { name } = SETTINGS.cablePlainListen;
          throw listenError(toError(error), { port: cablePlainListen.port, title: 'the scraper', setting: name });
        }),
      );
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await renew().catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: toError(error) }, 'cannot renew the leases on cabals');
      });
      await sleep(RENEW_MS, undefined, { signal }).catch(() => undefined);
    }
    await Promise.all(listeners.map((listener) => listener.close()));
    await Promise.all([...peers.values()].map((peer) => peer.close()));
    await pool.query(sql.RELEASE_CABALS, [worker]).catch(() => undefined);
  }

  const running = run();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

interface Wanted {
  readonly settings: CabalSettings;
  readonly channels: readonly CabalChannel[];
}

async function readSettings(pool: pg.Pool, cabals: readonly CabalRow[]): Promise<ReadonlyMap<number, Wanted>> {
  const ids = cabals.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows: addresses } = await pool.query<{
    cabal_id: number;
    url: string;
    is_plain: boolean;
    prologue: Prologue;
  }>(sql.SELECT_ADDRESSES, [ids]);
  const { rows: channels } = await pool.query<{
    cabal_id: number;
    channel: Buffer;
    name: Buffer;
    board_id: number;
    slice_size: string;
  }>(sql.SELECT_CHANNELS, [ids]);
  return new Map(
    cabals.map(({ id, layout, key_file: keyFile, key_id: keyId }) => {
      const ofCabal = addresses.filter((address) => address.cabal_id === id);
      const settings = { id, layout, keyFile, keyId, addresses: ofCabal.map(addressOf) };
      return [
        id,
        {
          settings,
          channels: channels
            .filter((channel) => channel.cabal_id === id)
            .map(({ channel, name, board_id: boardId, slice_size: sliceSize }) => ({
              key: channel,
              name: name.toString('utf8'),
              boardId,
              sliceSize: Number(sliceSize),
            })),
        },
      ];
    }),
  );
}

function addressOf({
  url,
  is_plain: isPlain,
  prologue,
}: {
  readonly url: string;
  readonly is_plain: boolean;
  readonly prologue: Prologue;
}): CabalAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port), isPlain, prologue };
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
