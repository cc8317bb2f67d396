/** The queue of reported posts, for staff of their boards. */
import type pg from 'pg';
import type { ChangeReports, ReportedPost, ReportQueue } from '../../mappings/contract/reports.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import { toPost, type PostRow } from '../../mappings/postgres/post-row.ts';
import type { ReportCategory, ReportOrder } from '../../mappings/report.ts';
import { asAccount } from '../admin/as-account.ts';
import { boardNamed } from '../boards/board-named.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { moderateAcrossBoards, type ModerationServices } from '../moderation/moderate-across-boards.ts';
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

/**
 * Closes reports, opens them again or adds a note. Returns the number of reported posts that changed. A post that reports have hidden is
 * shown again when they are dismissed.
 * @throws NotFoundError `report_unknown`
 * @throws RefusedError 400 `note_missing`; 403 `role_required` for a janitor who dismisses the reports of a hidden post
 */
export async function changeReports(
  context: ModerationServices,
  { account, secret }: { readonly account: string; readonly secret: string },
  { action, posts, note = '' }: ChangeReports,
): Promise<number> {
  const text = note.toWellFormed().trim();
  if (action === 'note' && text === '') throw new RefusedError(400, 'note_missing', 'Write the note.');
  const named = posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
  const keys = [named.map(({ board }) => board), named.map(({ num }) => num), named.map(({ subnum }) => subnum)];
  if (action === 'dismiss') {
    const held = await asAccount(context.pool, secret, (client) => heldAmong(client, keys));
    const shown = named.filter((post) => held.has(documentId(post)));
    const request = {
      action: 'show',
      posts: shown,
      reason: text === '' ? null : text,
      actor: account,
      secret,
    } as const;
    if (shown.length > 0) await moderateAcrossBoards(context, request);
  }
  return asAccount(context.pool, secret, async (client) => {
    const { rowCount } = await client.query(sql.LOCK_REPORTED, keys);
    if (rowCount === 0) throw new NotFoundError('report_unknown', 'None of these posts is reported on your boards.');
    if (text !== '') await client.query(sql.ADD_NOTE, [...keys, account, text]);
    if (action === 'dismiss') await client.query(sql.CLOSE, [...keys, account, 'dismissed']);
    if (action === 'reopen') await client.query(sql.REOPEN, keys);
    return rowCount ?? 0;
  });
}

async function heldAmong(client: pg.PoolClient, keys: unknown[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ board: string; num: string; subnum: number }>(sql.SELECT_HELD, keys);
  return new Set(rows.map(({ board, num, subnum }) => documentId({ board, num: Number(num), subnum })));
}
