/** The machine: limits of its kernel, clocks and disks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultIf, type Check, type DoctorContext } from './check.ts';
import { overviewFaults } from './overview-faults.ts';

const MAP_COUNT = 262_144;
const OPEN_FILES = 65_535;
const CLOCK_SECONDS = 2;

/** null if the system has no such file: it is not Linux, or the file is closed to this user. */
async function readProc({ proc }: Pick<DoctorContext, 'proc'>, path: string): Promise<string | null> {
  return readFile(join(proc, path), 'utf8').catch(() => null);
}

/** A name without a dot is a container or this machine. */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(127\.[\d.]+|\[::1\]|[^.:]+)$/.test(hostname);
}

/** Seconds by which the time of a store is ahead of this machine's; the way there and back is divided equally. */
async function secondsAhead(now: () => Date, ask: () => Promise<number>): Promise<number> {
  const before = now().getTime();
  const theirs = await ask();
  return (theirs - (before + now().getTime()) / 2) / 1_000;
}

export const MACHINE_CHECKS: readonly Check[] = [
  {
    name: 'machine.clock',
    level: 'error',
    needs: ['postgresql', 'redis'],
    meaning:
      'Codes of authenticator apps are refused, sessions and leases end too early or too late, and ages are wrong.',
    fix: 'timedatectl set-ntp true, on all machines',
    async run({ pool, redis, now }) {
      const [ofPostgres, ofRedis] = [
        await secondsAhead(now, async () => {
          const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
          return rows[0]?.at.getTime() ?? Number.NaN;
        }),
        await secondsAhead(now, async () => Number((await redis.time())[0]) * 1_000 + 500),
      ];
      return (
        [
          ['PostgreSQL', ofPostgres],
          ['Redis', ofRedis],
        ] as const
      ).flatMap(([store, ahead]) =>
        faultIf(
          Math.abs(ahead) > CLOCK_SECONDS,
          `the clock of ${store} is ${Math.abs(Math.round(ahead))} s ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine`,
        ),
      );
    },
  },
  {
    name: 'machine.map-count',
    level: 'warning',
    meaning:
      'Elasticsearch runs out of memory maps when there are many indices, and refuses to start if it listens to other machines.',
    fix: `echo vm.max_map_count=${MAP_COUNT} > /etc/sysctl.d/60-elasticsearch.conf && sysctl --system, as root`,
    async run(context) {
      const count = await readProc(context, 'sys/vm/max_map_count');
      if (count === null || !context.elasticsearchUrls.some(isLocal)) return [];
      return faultIf(Number(count) < MAP_COUNT, `vm.max_map_count is ${count.trim()}, below ${MAP_COUNT}`);
    },
  },
  {
    name: 'machine.open-files',
    level: 'warning',
    meaning: 'Elasticsearch and servers run out of files and connections when the archive grows.',
    fix: `LimitNOFILE=${OPEN_FILES} in the unit of the service, or ulimit -Hn ${OPEN_FILES} before the start`,
    async run(context) {
      const limits = (await readProc(context, 'self/limits')) ?? '';
      const hard = /^Max open files +\d+ +(\d+)/m.exec(limits)?.[1];
      return faultIf(
        hard !== undefined && Number(hard) < OPEN_FILES,
        `a process may open ${hard} files, fewer than ${OPEN_FILES}`,
      );
    },
  },
  {
    name: 'machine.disk',
    level: 'error',
    needs: ['schema'],
    meaning:
      'Elasticsearch refuses writes before its disk is full, scrapers stop fetching files, and PostgreSQL stops.',
    fix: 'enlarge the disk, or move files to another one: sagasu media store add, then sagasu media store rebalance',
    run: async (context) => overviewFaults(context, 'disks', () => true),
  },
];
