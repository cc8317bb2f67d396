/** Versions of Node and of the stores. */
import { ELASTICSEARCH_VERSION, POSTGRES_MAJOR, REDIS_MIN_MAJOR } from '../../dev-stores/settings.ts';
import { faultIf, type Check } from './check.ts';
import { infoOf } from '../../platform/redis-info.ts';

const NODE_MAJOR = 26;
const DOCS = 'docs/operations/try.md, "Install and start"';

const numbersOf = (version: string): readonly number[] => version.split(/[.-]/).map(Number);

/** True if `version` is the given one or a later one of the same major version. Pure. */
export function isSameMajorFrom(version: string, first: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  const [ofMajor = 0, ofMinor = 0, ofPatch = 0] = numbersOf(first);
  return major === ofMajor && (minor > ofMinor || (minor === ofMinor && patch >= ofPatch));
}

export const VERSION_CHECKS: readonly Check[] = [
  {
    name: 'versions.node',
    level: 'error',
    meaning: 'Sagasu uses features of Node that this version may lack.',
    fix: 'npm ci, which installs the right Node, and npx sagasu in place of node',
    async run() {
      const [major = 0] = numbersOf(process.versions.node);
      return faultIf(major < NODE_MAJOR, `this is Node ${process.versions.node}; Sagasu needs ${NODE_MAJOR}`);
    },
  },
  {
    name: 'versions.postgresql',
    level: 'error',
    needs: ['postgresql'],
    meaning: 'The schema and the statements need features of PostgreSQL that this version lacks.',
    fix: `install PostgreSQL ${POSTGRES_MAJOR}, then sagasu backup and sagasu restore: docs/operations/back-up.md`,
    async run({ pool }) {
      const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`);
      const version = rows[0]?.version ?? '';
      return faultIf(
        (numbersOf(version)[0] ?? 0) < POSTGRES_MAJOR,
        `this is PostgreSQL ${version}; Sagasu needs ${POSTGRES_MAJOR}`,
      );
    },
  },
  {
    name: 'versions.redis',
    level: 'error',
    needs: ['redis'],
    meaning: 'The queues need commands that this version lacks.',
    fix: `install Redis ${REDIS_MIN_MAJOR} or Valkey: ${DOCS}`,
    async run({ redis }) {
      const version = infoOf(await redis.info('server')).get('redis_version') ?? '';
      return faultIf(
        (numbersOf(version)[0] ?? 0) < REDIS_MIN_MAJOR,
        `this is Redis ${version}; Sagasu needs ${REDIS_MIN_MAJOR}`,
      );
    },
  },
  {
    name: 'versions.elasticsearch',
    level: 'error',
    needs: ['elasticsearch'],
    meaning:
      'Searches are tested with this major version only, and nodes of different versions do not share all indices.',
    fix: `install Elasticsearch ${ELASTICSEARCH_VERSION} or a later 9 on all nodes: ${DOCS}`,
    async run({ elasticsearch }) {
      const { nodes } = await elasticsearch.nodes.info({ metric: '_none' });
      const versions = [...new Set(Object.values(nodes).map(({ version }) => version))].toSorted();
      const wrong = versions.filter((version) => !isSameMajorFrom(version, ELASTICSEARCH_VERSION));
      return [
        ...wrong.map((version) => ({
          text: `a node has Elasticsearch ${version}; Sagasu needs ${ELASTICSEARCH_VERSION} or a later 9`,
        })),
        ...faultIf(versions.length > 1, `the nodes have different versions: ${versions.join(', ')}`, {
          level: 'warning',
        }),
      ];
    },
  },
];
