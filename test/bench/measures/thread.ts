import { setTimeout as sleep } from 'node:timers/promises';
import { POST_COLUMNS } from '../../../mappings/postgres/post-row.ts';
import type { World } from '../../support/world.ts';
import { getJson } from '../contenders/sagasu.ts';
import { median, timed, toMeasure, type Measure } from '../measure.ts';

const ROUNDS = 3;
const THREAD_READS_PER_ROUND = 100;

/**
 * A thread of about 300 posts through our HTTP API, compared with the bare SQL that reads its rows. One request at a
 * time.
 */
export async function measureThread(world: World, serverUrl: string): Promise<Measure> {
  const { boardId, board, thread, posts } = await threadOfAbout(world, 300);
  const url = `${serverUrl}/api/v1/boards/${board}/threads/${thread}`;
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let read = 0; read < THREAD_READS_PER_ROUND; read++) {
      ours.push(await timed(() => getJson(url)));
      bare.push(
        await timed(() =>
          world.pool.query(
            `select ${POST_COLUMNS} from posts p join boards b on b.id = p.board_id
             where p.board_id = $1 and p.thread = $2 order by p.num, p.subnum`,
            [boardId, thread],
          ),
        ),
      );
    }
    rounds.push([median(ours), median(bare)]);
  }
  return toMeasure(
    `thread of ${posts} posts: API p50`,
    rounds,
    { at: 'most', ratio: 2 },
    'ms',
    'its bare SQL in the pg driver',
  );
}

export interface FoundThread {
  readonly boardId: number;
  readonly board: string;
  readonly thread: string;
  readonly posts: number;
}

export async function threadOfAbout(world: World, posts: number): Promise<FoundThread> {
  const { rows } = await world.pool.query<FoundThread>(
    `select p.board_id as "boardId", b.name as board, p.thread, count(*)::int as posts
     from posts p join boards b on b.id = p.board_id
     group by p.board_id, b.name, p.thread order by abs(count(*) - $1), p.board_id, p.thread limit 1`,
    [posts],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('there is no thread');
  return found;
}

export async function waitForServer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const ok = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`${url} did not get ready`);
}
