/** The queue of reported posts, for staff of their boards. */
import type pg from 'pg';
import type { ReportedPost, ReportQueue } from '../../mappings/contract/reports.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { ReportCategory, ReportOrder } from '../../mappings/report.ts';
import { asAccount } from '../admin/as-account.ts';
import { boardNamed } from '../boards/board-named.ts';
import { presentPost, type FilesAtSource } from '../posts/present.ts';
import * as sql from './sql.ts';

export interface QueueFilter {
  /** Name; null for all boards of the account. */
  readonly board: string | null;
  readonly category: ReportCategory | null;
  readonly state: sql.ReportState;
  readonly order: ReportOrder;
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
}

interface ReportedRow {
  readonly board_id: number;
  readonly board: string;
  readonly num: string;
  readonly subnum: number;
  readonly opened_at: Date;
  readonly last_reported_at: Date;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly decision: ReportedPost['decision'];
  readonly held: boolean;
  readonly networks: number;
  readonly categories: ReportedPost['categories'];
  readonly written: ReportedPost['reports'];
  readonly notes: ReportedPost['notes'];
  readonly tickets: number;
  readonly answer: string | null;
}

/** `atSources`: by board name, see `presentPost`. */
export async function listReports(
  pool: pg.Pool,
  secret: string,
  { board, category, state, order, page, limit }: QueueFilter,
  atSources: ReadonlyMap<string, FilesAtSource>,
): Promise<ReportQueue> {
  const boardId = board === null ? null : (await boardNamed(pool, board)).id;
  const { reported, posts, total } = await asAccount(pool, secret, async (client) => {
    const where = [boardId, category];
    const values = [...where, limit, (page - 1) * limit];
    const { rows } = await client.query<ReportedRow>(sql.listReported(state, order), values);
    const keys = [rows.map((row) => row.board_id), rows.map(({ num }) => num), rows.map(({ subnum }) => subnum)];
    return {
      reported: rows,
      posts: (await client.query<PostRow>(sql.SELECT_POSTS, keys)).rows.map(toPost),
      total: (await client.query<{ total: number }>(sql.countReported(state), where)).rows[0]?.total ?? 0,
    };
  });
  const byId = new Map(posts.map((post) => [documentId(post), post]));
  const present = (row: ReportedRow): ReportedPost => {
    const {
      board: name,
      subnum,
      held,
      closed_by: closedBy,
      decision,
      networks,
      categories,
      written,
      notes,
      tickets,
      answer,
    } = row;
    const num = Number(row.num);
    const post = byId.get(documentId({ board: name, num, subnum }));
    return {
      board: name,
      num,
      subnum,
      networks,
      categories,
      notes,
      tickets,
      answer,
      held,
      reports: written.map((one) => ({ ...one, reported_at: new Date(one.reported_at).toISOString() })),
      opened_at: row.opened_at.toISOString(),
      last_reported_at: row.last_reported_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
      closed_by: closedBy,
      decision,
      hidden: post?.hidden ?? null,
      post: post === undefined ? null : presentPost(post, atSources.get(name) ?? null),
    };
  };
  return { posts: reported.map(present), total };
}
