/** Finds the threads whose opening posts have the salient words of a thread. Only requests for a thread cost anything. */
import type { estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { isListed, type Board } from '../../../mappings/board.ts';
import { prepared } from '../../../platform/postgres.ts';
import type { RequestContext } from '../../../server/limits/request-context.ts';
import { anyOf, VISIBLE, type QueryContainer } from '../../../server/search/elasticsearch/clauses.ts';
import { searchTarget, sendSearch } from '../../../server/search/elasticsearch/send-search.ts';
import type { LookupStores } from '../../../server/search/plan/lookup-stores.ts';
import { SELECT_THREAD_STATE, type ThreadState } from '../../../server/threads/read-thread.ts';
import { LIKE_THREADS } from '../limits.ts';
import { readFrequencies } from './frequencies.ts';
import { salientTerms, seedTerms, type SeedPost, type WeightedTerm } from './words.ts';

export interface Candidate {
  readonly board: string;
  readonly num: number;
  readonly score: number;
}

export interface Similar {
  /** Words of visible posts of the thread. */
  readonly terms: readonly WeightedTerm[];
  /** The best first. They may be hidden by now. */
  readonly candidates: readonly Candidate[];
}

/** Posts whose words count, from the opening post on. */
const SAMPLE = 150;
/** Characters of a comment that are read. */
const MAX_COMMENT = 4_000;
/** More of the group's threads are rarer than a hit among the best. */
const MAX_GROUP = 5_000;
/** Words in the subjects of other threads count more than those in their comments. */
const SUBJECT_BOOST = 2.5;
/** A thread of the same board counts so many times as much. */
const OWN_BOARD = 2;
const CACHED_THREADS = 1_000;
/** New threads appear in answers after this time. */
const FRESH_MS = 600_000;

/** Index: posts_thread. $1 board, $2 thread, $3 posts, $4 characters. */
const SELECT_SAMPLE = `
  select opener, subject, left(comment, $4) as comment from posts
   where board_id = $1 and thread = $2 and not hidden
   order by num, subnum limit $3`;

export type SimilarContext = LookupStores;

export class SimilarThreadFinder {
  readonly #context: SimilarContext;
  /** By board and thread; the key contains the state of the visible posts. */
  readonly #found = new LRUCache<string, Similar>({ max: CACHED_THREADS, ttl: FRESH_MS });

  constructor(context: SimilarContext) {
    this.#context = context;
  }

  /** null if the board has no such thread, or all its posts are hidden. @throws errors of `sendSearch` */
  async find(board: Board, thread: number, request: RequestContext): Promise<Similar | null> {
    const { rows } = await this.#context.pool.query<ThreadState>(prepared(SELECT_THREAD_STATE, [board.id, thread]));
    const [state] = rows;
    if (state === undefined) return null;
    const key = [board.id, thread, state.posts, state.highest, state.sum].join(' ');
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = await this.#search(board, thread, request);
    if (request.partial.isEmpty) this.#found.set(key, found);
    return found;
  }

  async #search(board: Board, thread: number, request: RequestContext): Promise<Similar> {
    const { pool } = this.#context;
    const { rows } = await pool.query<SeedPost>(prepared(SELECT_SAMPLE, [board.id, thread, SAMPLE, MAX_COMMENT]));
    const all = seedTerms(rows);
    const frequencies = await readFrequencies(
      this.#context,
      board.name,
      all.map(({ term }) => term),
      request.signal,
    );
    const terms = salientTerms(all, frequencies);
    if (!terms.some(({ connects }) => connects)) return { terms, candidates: [] };
    const response = await sendSearch(
      this.#context,
      {
        ...searchTarget(this.#context, null),
        size: LIKE_THREADS,
        track_total_hits: false,
        _source: false,
        docvalue_fields: ['board', 'thread'],
        search_type: 'dfs_query_then_fetch',
        query: similarQuery(board.name, terms, [
          { terms: { thread_id: await this.#ownGroup(`${board.name}.${thread}`) } },
          { terms: { board: await this.#unlistedBesides(board) } },
        ]),
      },
      request,
    );
    return { terms, candidates: response.hits.hits.map((hit) => candidateOf(hit)) };
  }

  /** The thread, and the other threads of its groups. */
  async #ownGroup(thread: string): Promise<string[]> {
    const all = await Promise.all(
      this.#context.threadGroups.map(async (groups) => {
        const group = (await groups.groupsOf([thread])).get(thread);
        return group === undefined ? [] : groups.threadsOf(group, MAX_GROUP);
      }),
    );
    return [thread, ...all.flat()];
  }

  /** Threads of an unlisted board are shown only on its own pages. */
  async #unlistedBesides(shown: Board): Promise<string[]> {
    const all = await this.#context.boards.all();
    return all.filter((board) => !isListed(board) && board.id !== shown.id).map(({ name }) => name);
  }
}

function similarQuery(board: string, terms: readonly WeightedTerm[], excluded: QueryContainer[]): QueryContainer {
  const connecting = terms.filter(({ connects }) => connects).map(({ term }) => term);
  const query = {
    bool: {
      filter: [
        VISIBLE,
        { term: { opener: true } },
        anyOf([{ terms: { subject: connecting } }, { terms: { comment: connecting } }]),
      ],
      must_not: excluded,
      should: terms.map(({ term, weight }) => termQuery(term, weight)),
    },
  };
  const functions = [{ weight: 1 }, { weight: OWN_BOARD - 1, filter: { term: { board } } }];
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'multiply' } };
}

function termQuery(term: string, weight: number): QueryContainer {
  return {
    dis_max: {
      queries: [
        { term: { subject: { value: term, boost: SUBJECT_BOOST * weight } } },
        { term: { comment: { value: term, boost: weight } } },
      ],
    },
  };
}

function candidateOf({ fields = {}, _score: score }: estypes.SearchHit): Candidate {
  const [board] = fields['board'] as [string];
  const [num] = fields['thread'] as [number];
  return { board, num, score: score ?? 0 };
}
