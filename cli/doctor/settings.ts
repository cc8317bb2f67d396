/** Settings of the environment. */
import { existsSync } from 'node:fs';
import { givenSettings } from '../../platform/config.ts';
import { ineffectiveSettings } from '../../platform/setting-needs.ts';
import { SETTINGS } from '../../platform/settings.ts';
import { runningFile } from '../running-file.ts';
import { metSettingNeeds } from '../stores.ts';
import { faultIf, type Check } from './check.ts';

const CONFIG_DOCS = 'docs/CONFIG.md';
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[?::1\]?)$/i;

export const SETTING_CHECKS: readonly Check[] = [
  {
    name: 'settings.effect',
    level: 'warning',
    meaning: 'A setting that is set has no effect, so the archive does not behave as intended.',
    fix: `sagasu config show, and ${CONFIG_DOCS}`,
    async run({ config, env }) {
      const given = givenSettings(env);
      return (['stores', 'processes'] as const).flatMap((area) =>
        ineffectiveSettings(config, area, given).map((text) => ({ text })),
      );
    },
  },
  {
    name: 'settings.secret',
    level: 'warning',
    meaning: 'Each server signs cursors with a key of its own, which ends with the process: readers lose their place.',
    fix: 'SAGASU_SECRET=$(openssl rand -base64 32) in the environment of all servers',
    async run({ config }) {
      // `npm start` keeps a key of its own in the data folder.
      return faultIf(config.secret === null && !existsSync(runningFile(config)), 'SAGASU_SECRET is not set');
    },
  },
  {
    name: 'settings.contact',
    level: 'note',
    meaning: 'Readers cannot see how to reach you, and no board takes ghost posts.',
    fix: 'SAGASU_CONTACT=mail@example.org in the environment of all servers',
    async run({ config }) {
      return faultIf(!metSettingNeeds(config).SAGASU_CONTACT, 'SAGASU_CONTACT is not set');
    },
  },
  {
    name: 'settings.user-agent',
    level: 'warning',
    needs: ['schema'],
    meaning: 'Sources cannot reach you, and may block an unnamed archive.',
    fix: "SAGASU_USER_AGENT='Name/1.0 (mail@example.org)' in the environment of the scrapers",
    async run({ config, env, pool }) {
      if (givenSettings(env).has(SETTINGS.userAgent.name)) return [];
      const { rows } = await pool.query<{ name: string; url: string }>(
        // Reads the small view of all boards that scrapers poll.
        'select b.name, b.url from harvested_boards h join boards b on b.id = h.id order by b.name',
      );
      const foreign = rows.filter(
        ({ url }) => url !== config.scraperOwnOrigin && !LOOPBACK_HOST.test(URL.parse(url)?.hostname ?? ''),
      );
      return faultIf(
        foreign.length > 0,
        `SAGASU_USER_AGENT does not name you, and boards such as /${foreign[0]?.name}/ are read from other sites`,
      );
    },
  },
  {
    name: 'settings.public-url',
    level: 'warning',
    meaning:
      'Links and feeds follow the Host header of each request, which anybody can choose, and the session cookie of staff is also sent without TLS.',
    fix: 'SAGASU_PUBLIC_URL=https://… in the environment of all servers, behind a proxy with TLS',
    async run({ config: { host, publicUrl } }) {
      if (publicUrl === null) {
        return faultIf(!LOOPBACK_HOST.test(host), `the server listens on ${host}, and SAGASU_PUBLIC_URL is not set`);
      }
      const address = new URL(publicUrl);
      const isOpen = address.protocol === 'http:' && !LOOPBACK_HOST.test(address.hostname);
      return faultIf(isOpen, `SAGASU_PUBLIC_URL is ${address.origin}, without TLS`);
    },
  },
];
