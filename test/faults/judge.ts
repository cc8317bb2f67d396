import { setTimeout as sleep } from 'node:timers/promises';
import { boardAlias, postsAlias } from '../../mappings/elasticsearch/index-names.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { Post } from '../../mappings/post.ts';
import { compareStores } from '../support/compare-stores.ts';
import type { World } from '../support/world.ts';
import { isPoison, type Load } from './load.ts';

const DRAIN_LIMIT_MS = 60_000;
/** After the limit, the run waits longer before it gives up, to distinguish late marks from lost ones. */
const GIVE_UP_MS = 180_000;
const SWEEP_LIMIT_MS = 90_000;
const SHOWN = 20;

export interface Drain {
  readonly seconds: number;
  /** A sentence per failure. */
  readonly faults: readonly string[];
}

/** Waits until no thread is marked. */
export async function drain(world: World): Promise<Drain> {
  const began = performance.now();
  const elapsed = () => performance.now() - began;
  let marked = await countMarks(world);
  while (marked > 0 && elapsed() < GIVE_UP_MS) {
    await sleep(50);
    marked = await countMarks(world);
  }
  const seconds = elapsed() / 1000;
  if (marked > 0) return { seconds, faults: [`${marked} threads are still marked after ${GIVE_UP_MS / 1000} s`] };
  return {
    seconds,
    faults: elapsed() > DRAIN_LIMIT_MS ? [`it took ${Math.round(seconds)} s until no thread was marked`] : [],
  };
}

/** Waits until housekeeping, which runs twice a minute, has dropped the empty indices of killed processes. */
export async function untilSwept(world: World): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < SWEEP_LIMIT_MS && (await findOrphans(world)).length > 0) await sleep(500);
}

async function findOrphans(world: World): Promise<string[]> {
  const { rows } = await world.pool.query<{ name: string }>(`select name from indices where state <> 'retired'`);
  const known = new Set(rows.map(({ name }) => name));
  const found = await world.elasticsearch.indices.get({ index: `${world.indexPrefix}*`, expand_wildcards: 'all' });
  return Object.keys(found).filter((name) => !known.has(name));
}

async function countMarks(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ count: string }>('select count(*) from dirty');
  return Number(rows[0]?.count);
}

export interface Verdict {
  readonly rows: number;
  readonly documents: number;
  /** Number of documents in the standby indices. */
  readonly standby: number;
  readonly quarantined: number;
  /** One sentence per violated invariant. */
  readonly differences: readonly string[];
}

/** Checks both stores. Call it when all writers have stopped. */
export async function judge(world: World, load: Load): Promise<Verdict> {
  const poisoned = new Set([...load.journal].flatMap(([id, post]) => (isPoison(post) ? [id] : [])));
  const isExpected = (difference: string) => {
    const id = /^(\S+) is missing/.exec(difference)?.[1];
    return id !== undefined && poisoned.has(id);
  };
  const live = await compareStores(world, { isExpected });
  const standby = await compareStores(world, { state: 'standby', isExpected });
  const quarantine = await compareQuarantine(world, poisoned);
  return {
    rows: live.rows,
    documents: live.documents,
    standby: standby.documents,
    quarantined: quarantine.listed,
    differences: [
      ...live.differences,
      ...standby.differences,
      ...(await compareJournal(world, load.journal)),
      ...(await compareIndices(world)),
      ...quarantine.differences,
    ].slice(0, SHOWN),
  };
}

/** Every commit must be stored as it was committed: nothing lost, and nothing purged or deleted restored. */
async function compareJournal(world: World, journal: ReadonlyMap<string, Post>): Promise<string[]> {
  const { rows } = await world.pool.query<PostRow>(
    `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id`,
  );
  const wanted = new Map(journal);
  const differences: string[] = [];
  for (const row of rows) {
    const post = toPost(row);
    const id = `${post.board}.${post.num}.${post.subnum}`;
    const written = wanted.get(id);
    wanted.delete(id);
    if (written === undefined) differences.push(`${id} is a row that nobody has written`);
    else if (contentOf(written) !== contentOf(post)) {
      differences.push(`${id} was committed as ${contentOf(written)}, the row is ${contentOf(post)}`);
    }
  }
  for (const id of wanted.keys()) differences.push(`${id} was committed and is gone`);
  return differences;
}

function contentOf({ comment, hidden, timePurged, timeDeletedPost }: Post): string {
  return JSON.stringify({ comment, hidden, timePurged, timeDeletedPost });
}

/** Index registry and Elasticsearch must list the same indices, and only live indices may have the aliases. */
async function compareIndices(world: World): Promise<string[]> {
  const { rows } = await world.pool.query<{ name: string; board: string; state: string }>(
    `select i.name, b.name as board, i.state from indices i join boards b on b.id = i.board_id where i.state <> 'retired'`,
  );
  const found = await world.elasticsearch.indices.get({ index: `${world.indexPrefix}*`, expand_wildcards: 'all' });
  const differences: string[] = [];
  // Several boards may share an index.
  for (const [name, members] of Map.groupBy(rows, (row) => row.name)) {
    const index = found[name];
    const state = [...new Set(members.map((member) => member.state))].sort().join(' and ');
    const live = members.flatMap((member) => (member.state === 'live' ? [member.board] : []));
    if (members.some((member) => member.state === 'building'))
      differences.push(`${name} is building and nobody builds it`);
    if (index === undefined) {
      differences.push(`${name} is ${state} and Elasticsearch has no such index`);
      continue;
    }
    const aliases = Object.keys(index.aliases ?? {}).sort();
    const all = live.length === 0 ? [] : [postsAlias(world.indexPrefix)];
    const wanted = [...all, ...live.map((board) => boardAlias(world.indexPrefix, board))].sort();
    if (aliases.join() !== wanted.join())
      differences.push(`${name} is ${state} and has the aliases "${aliases.join()}"`);
  }
  for (const name of await findOrphans(world)) differences.push(`${name} is an index of nobody's`);
  return differences;
}

/** The quarantine must contain exactly the poisoned posts, in every live index of their slice. */
async function compareQuarantine(
  world: World,
  poisoned: ReadonlySet<string>,
): Promise<{ listed: number; differences: string[] }> {
  const { rows } = await world.pool.query<{ id: string; reason: string }>(
    `select b.name || '.' || q.num || '.' || q.subnum as id, q.reason
       from quarantine q join boards b on b.id = q.board_id join indices i on i.name = q.index_name and i.board_id = q.board_id
      where i.state = 'live'`,
  );
  const listed = new Set(rows.map(({ id }) => id));
  const differences = rows
    .filter(({ id }) => !poisoned.has(id))
    .map(({ id, reason }) => `${id} is in quarantine: ${reason.slice(0, 200)}`);
  for (const id of poisoned)
    if (!listed.has(id)) differences.push(`${id} can never be indexed and is not in quarantine`);
  return { listed: rows.length, differences };
}
