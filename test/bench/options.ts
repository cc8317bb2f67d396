import { MODULE_MEASURES, WORLD_MEASURES } from './modules.ts';
import { parseArgs } from 'node:util';

/** Measures that write to one board each. */
const WRITING = ['indexing', 'rebuild', 'live-lag'] as const;
/** Measures that read from four boards, which are kept from run to run. */
const READING = [
  'search',
  'search-peers',
  'rebuild-peers',
  'paging',
  'facets',
  'completion',
  'export',
  'thread',
  'compat',
  'pages',
  'memory',
  'answer-cost',
  'counts',
] as const;
/** Measures with a world of their own. */
const OWN_WORLD = [
  'scrape-write',
  'export-archive',
  'scraper-memory',
  'many-boards',
  'policies',
  'thread-pages',
  'skipped-slices',
  'word-breaks',
  ...Object.keys(WORLD_MEASURES),
];
/** Measures without stores. */
export const WITHOUT_STORES = Object.keys(MODULE_MEASURES);
/** Run only when they are named: `growth` and `large` take longer than all others together, `mapping-versions` needs another checkout, `cluster` three nodes, `load` ten minutes a turn, `idle` stores that nobody else uses, `pooler` PgBouncer, and `small-server` root and an hour. */
const GROWTH = 'growth';
const VERSIONS = 'mapping-versions';
const LARGE = 'large';
const CLUSTER = 'cluster';
const LOAD = 'load';
const IDLE = 'idle';
const POOLER = 'pooler';
/** Starts an archive of its own. */
export const SMALL_SERVER = 'small-server';

export interface BenchOptions {
  readonly wanted: ReadonlySet<string>;
  readonly writes: boolean;
  readonly reads: boolean;
  readonly ownWorlds: boolean;
  /** One number, or several for `growth`. */
  readonly posts: readonly number[];
  readonly indexers: number;
  readonly rounds: number;
  /** Queries per class, round and contender. */
  readonly queries: number;
  readonly seconds: number;
  /** Of `small-server`. */
  readonly minutes: number;
  /** Memory of `small-server` in MiB. */
  readonly memory: number;
  readonly profile: string | undefined;
  readonly json: string | undefined;
  readonly isMarkdown: boolean;
  readonly keep: boolean | undefined;
  /** The folder of another checkout, for `mapping-versions`. */
  readonly against: string | undefined;
  /** Paths of other versions of Node, for `word-breaks`. */
  readonly nodes: readonly string[];
}

const DEFAULT_POSTS = '30000';
const MIN_POSTS = 1_000;

export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      posts: { type: 'string', default: DEFAULT_POSTS },
      indexers: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      queries: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '60' },
      memory: { type: 'string', default: '2048' },
      profile: { type: 'string' },
      json: { type: 'string' },
      markdown: { type: 'boolean', default: false },
      keep: { type: 'boolean' },
      against: { type: 'string' },
      node: { type: 'string', multiple: true },
    },
    allowPositionals: true,
    allowNegative: true,
  });
  const names = [
    ...WRITING,
    ...READING,
    ...OWN_WORLD,
    ...WITHOUT_STORES,
    GROWTH,
    VERSIONS,
    LARGE,
    CLUSTER,
    LOAD,
    IDLE,
    POOLER,
    SMALL_SERVER,
  ];
  const unknown = positionals.find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`there is no measure ${unknown}: ${names.join(', ')}`);
  const wanted = new Set<string>(
    positionals.length === 0 ? [...WRITING, ...READING, ...OWN_WORLD, ...WITHOUT_STORES] : positionals,
  );
  const posts = values.posts.split(',').map((count) => whole('posts', count, MIN_POSTS));
  if (posts.length > 1 && !(wanted.has(GROWTH) && wanted.size === 1))
    throw new Error('only growth takes several --posts');
  if (wanted.has(VERSIONS) !== (values.against !== undefined))
    throw new Error('mapping-versions compares with a checkout: --against FOLDER');
  return {
    wanted,
    writes: WRITING.some((name) => wanted.has(name)),
    reads: READING.some((name) => wanted.has(name)),
    ownWorlds: [...OWN_WORLD, IDLE, POOLER].some((name) => wanted.has(name)),
    posts,
    indexers: whole('indexers', values.indexers, 1),
    rounds: whole('rounds', values.rounds, 1),
    queries: whole('queries', values.queries, 5),
    seconds: whole('seconds', values.seconds, 1),
    minutes: whole('minutes', values.minutes, 1),
    memory: whole('memory', values.memory, 1_024),
    profile: values.profile,
    json: values.json,
    isMarkdown: values.markdown,
    keep: values.keep,
    against: values.against,
    nodes: values.node ?? [],
  };
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${name} must be a whole number of at least ${least}`);
  return value;
}
