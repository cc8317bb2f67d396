/** Names, addresses, proxies and certificates. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { FOREIGN_PROXIES_KEY } from '../../mappings/foreign-proxies.ts';
import { isPublicAddress } from '../../platform/public-connector.ts';
import { faultIf, type Check, type DoctorContext } from './check.ts';

const ANSWER_MS = 5_000;
const EXPIRES_DAYS = 14;
const DAY_MS = 86_400_000;

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** All addresses of a host; none if it cannot be resolved. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  return lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}

/** Addresses that scrapers request, without closed forums. Reads the small tables of boards, backfills and forums. */
const SOURCE_ADDRESSES = `
select b.name as board, a.url from harvested_boards h join boards b on b.id = h.id cross join unnest(array[b.url, b.media_url]) as a (url)
union all
select b.name, w.url from backfills w join boards b on b.id = w.board_id
where not exists (
  select from forums f where f.board_id = w.board_id and f.base_url = w.url || '/' || w.source_name and f.closed_at is not null)`;

/** Hosts that scrapers request directly, with one board of each. */
async function sourceHosts({ pool, config }: DoctorContext): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ board: string; url: string }>(SOURCE_ADDRESSES);
  const hosts = rows.flatMap(({ board, url }) => {
    const address = URL.parse(url);
    // Cabals and exported archives have no web address.
    return address === null || !/^https?:$/.test(address.protocol) ? [] : [[hostOf(url), board] as const];
  });
  return new Map(hosts.filter(([host]) => !config.scraperProxies.has(host)));
}

/** Host names that a board may name for this machine itself. */
const isOwn = (host: string, address: string): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(address) && (host === 'localhost' || isIP(host) !== 0);

interface SeenCertificate {
  readonly certificate: PeerCertificate;
  /** null if the system trusts it. */
  readonly refusal: string | null;
}

async function certificateOf(host: string, port: number): Promise<SeenCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: false }, () => {
      const { authorizationError } = socket;
      const refusal = socket.authorized ? null : String(authorizationError);
      resolve({ certificate: socket.getPeerCertificate(), refusal });
      socket.destroy();
    });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error(`no answer within ${ANSWER_MS / 1_000} s`)));
    socket.once('error', reject);
  });
}

const hasTls = (url: string): boolean =>
  /^(https|rediss):/.test(url) || /[?&]sslmode=(require|verify-ca|verify-full)/.test(url);

/** Stores by their settings, as far as their address contains a password and no TLS. */
function unencrypted({
  databaseUrl,
  redisUrl,
  elasticsearchUrls,
}: DoctorContext): readonly (readonly [string, string])[] {
  return (
    [
      ['DATABASE_URL', databaseUrl],
      ...(redisUrl === null ? [] : [['REDIS_URL', redisUrl]]),
      ...elasticsearchUrls.map((url) => ['ELASTICSEARCH_URL', url]),
    ] as [string, string][]
  ).filter(([, url]) => !hasTls(url));
}

export const NETWORK_CHECKS: readonly Check[] = [
  {
    name: 'network.public-url',
    level: 'error',
    meaning: 'Readers cannot reach the archive at the address that links and feeds name.',
    fix: 'start the server and the proxy in front of it, and correct DNS, the firewall or SAGASU_PUBLIC_URL',
    async run({ config: { publicUrl } }) {
      if (publicUrl === null) return [];
      const failure = await fetch(new URL('/livez', publicUrl), {
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      }).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.ok ? null : `status ${answer.status}`;
        },
        (error: unknown) =>
          error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error),
      );
      return faultIf(failure !== null, `${new URL('/livez', publicUrl).href} does not answer: ${failure}`);
    },
  },
  {
    name: 'network.tls',
    level: 'error',
    meaning: 'Browsers refuse the archive, or will when the certificate has expired.',
    fix: 'renew the certificate: certbot renew, or systemctl reload caddy',
    async run({ config: { publicUrl }, now }) {
      const address = publicUrl === null ? null : new URL(publicUrl);
      if (address?.protocol !== 'https:') return [];
      const port = address.port === '' ? 443 : Number(address.port);
      const { certificate, refusal } = await certificateOf(hostOf(address.href), port);
      const days = (Date.parse(certificate.valid_to) - now().getTime()) / DAY_MS;
      return [
        ...faultIf(refusal !== null, `this machine does not trust the certificate of ${address.host}: ${refusal}`),
        ...faultIf(
          days < EXPIRES_DAYS,
          days < 0
            ? `the certificate of ${address.host} has expired`
            : `the certificate of ${address.host} expires in ${Math.floor(days)} days`,
          { level: days < 0 ? 'error' : 'warning' },
        ),
      ];
    },
  },
  {
    name: 'network.proxies',
    level: 'error',
    needs: ['redis'],
    meaning: 'All readers behind the proxy share one limit of requests, one of sign-ins and one export.',
    fix: 'add its address to SAGASU_TRUSTED_PROXIES of all servers',
    async run({ redis, config: { queuePrefix } }) {
      const seen = await redis.hgetall(FOREIGN_PROXIES_KEY(queuePrefix));
      return Object.keys(seen)
        .toSorted()
        .map((address) => ({
          text: `the proxy ${address} passes on requests and is not in SAGASU_TRUSTED_PROXIES, last at ${seen[address]}`,
        }));
    },
  },
  {
    name: 'network.names',
    level: 'warning',
    needs: ['schema'],
    meaning: 'Scrapers cannot reach the source, or fetch its files.',
    fix: 'check the name server of this machine, and the address: sagasu board list',
    async run(context) {
      const found = await Promise.all(
        [...(await sourceHosts(context))].map(async ([host, board]) =>
          faultIf((await addressesOf(host)).length === 0, `${host}, which /${board}/ needs, cannot be resolved`),
        ),
      );
      return found.flat();
    },
  },
  {
    name: 'network.private-sources',
    level: 'error',
    needs: ['schema'],
    meaning: 'Scrapers refuse private addresses, so that a board cannot make them read your network.',
    fix: 'correct the address, or SAGASU_SCRAPER_PRIVATE_HOSTS=HOST in the environment of the scrapers',
    async run(context) {
      const allowed = context.config.scraperPrivateHosts;
      const found = await Promise.all(
        [...(await sourceHosts(context))].map(async ([host, board]) => {
          const addresses = allowed.has(host) ? [] : await addressesOf(host);
          const refused = addresses.find((address) => !isPublicAddress(address) && !isOwn(host, address));
          return faultIf(
            refused !== undefined,
            `${host}, the source of /${board}/, has the private address ${refused}`,
          );
        }),
      );
      return found.flat();
    },
  },
  {
    name: 'network.encryption',
    level: 'error',
    meaning: 'Passwords and posts cross a public network unencrypted.',
    fix: 'use https://, rediss:// or ?sslmode=verify-full, or a private network',
    async run(context) {
      const found = await Promise.all(
        unencrypted(context).map(async ([setting, url]) => {
          // PostgreSQL's socket has no host.
          const host = hostOf(url.replace('@/', '@localhost/'));
          const isPublic = (await addressesOf(host)).some(isPublicAddress);
          return faultIf(isPublic, `${setting} leads to the public address ${host} without TLS`);
        }),
      );
      return found.flat();
    },
  },
];
