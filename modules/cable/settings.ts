/** Settings of scrapers that are peers of cabals. */
import type { SettingsModule } from '../../platform/module.ts';
import { setting } from '../../platform/setting.ts';
import { flag, hostPort, integer, networks, text } from '../../platform/setting-values.ts';

const settings = {
  cableIdentity: setting(
    'SAGASU_CABLE_IDENTITY',
    text,
    null,
    'File with the identity of this host in cabals, 64 hexadecimal digits that only its owner may read. By default `cable-identity.key` in the data folder; the first start creates it.',
  ),
  cableListen: setting(
    'SAGASU_CABLE_LISTEN',
    hostPort,
    null,
    'host:port on which a scraper takes encrypted connections of peers of its cabals. Without it the scraper only dials.',
  ),
  cablePlainListen: setting(
    'SAGASU_CABLE_PLAIN_LISTEN',
    hostPort,
    null,
    'host:port for connections in the clear, for the one cabal that has addresses with `--plain`. Whoever connects can read everything, so only SAGASU_CABLE_PLAIN_FROM may.',
  ),
  cablePlainFrom: setting(
    'SAGASU_CABLE_PLAIN_FROM',
    networks,
    '',
    'Addresses and networks that may connect in the clear, separated by commas.',
  ),
  cableMaxBytes: setting(
    'SAGASU_CABLE_MAX_BYTES',
    integer(),
    '21474836480',
    'Bytes of the posts of one cabal that are stored. Above it only deletes are taken, which make room; the rest is refused and asked for again later.',
  ),
  cableForward: setting(
    'SAGASU_CABLE_FORWARD',
    flag,
    'false',
    'Whether requests of peers are passed on to other peers of the cabal while their ttl allows it.',
  ),
};

export const cable = {
  name: 'cable',
  title: 'Channels of cabals',
  settings,
  needs: [
    { settings: ['cablePlainFrom'], other: 'cablePlainListen', state: 'is set' },
    { settings: ['cablePlainListen'], other: 'cablePlainFrom', state: 'is set' },
  ],
} as const satisfies SettingsModule;
