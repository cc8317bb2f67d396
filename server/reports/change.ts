/** Dismisses reports, opens them again, adds notes for other staff, or answers those who reported. */
import type pg from 'pg';
import type { ChangeReports } from '../../mappings/contract/reports.ts';
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../mappings/post.ts';
import { inModeration, type OutsideChanges } from '../moderation/in-moderation.ts';
import { moderateBoardsIn, outsideOf, type ModerationServices } from '../moderation/moderate-across-boards.ts';
import { NotFoundError, RefusedError } from '../shared/errors.ts';
import { keysOf } from './keys.ts';
import * as sql from './sql.ts';

/**
 * Returns the number of reported posts that changed. All of them change, or none. A post that reports have hidden is shown again when
 * they are dismissed.
 * @throws NotFoundError `report_unknown`
 * @throws RefusedError 400 `note_missing`, `request_invalid`; 403 `role_required` for a janitor who dismisses the reports of a hidden
 * post; 409 `tickets_missing`
 */
export async function changeReports(
  services: ModerationServices,
  { account, secret }: { readonly account: string; readonly secret: string },
  { action, posts, note = '', answer = '' }: ChangeReports,
): Promise<number> {
  const text = note.toWellFormed().trim();
  const reply = answer.toWellFormed().trim();
  if (action === 'answer' && reply === '') throw new RefusedError(400, 'request_invalid', 'Write the answer.');
  if (action === 'note' && text === '') throw new RefusedError(400, 'note_missing', 'Write the note.');
  const named = posts.map(({ board, num, subnum = 0 }) => ({ board, num, subnum }));
  const keys = keysOf(named);
  return inModeration(services.pool, secret, outsideOf(services), async (client, outside) => {
    if (action === 'dismiss') {
      const given = { account, secret, now: services.clock(), note: text === '' ? null : text };
      return dismissIn(client, outside, given, named);
    }
    if (action === 'answer') return answerIn(client, named, reply);
    const reported = await lockReported(client, named);
    if (text !== '') await client.query(sql.ADD_NOTE, [...keys, account, text]);
    if (action === 'reopen') await client.query(sql.REOPEN, keys);
    return reported;
  });
}

interface Dismissal {
  readonly account: string;
  readonly secret: string;
  readonly now: Date;
  readonly note: string | null;
}

/** In a transaction of `inModeration`. Returns the number of reported posts. @throws errors of `changeReports` */
export async function dismissIn(
  client: pg.PoolClient,
  outside: OutsideChanges,
  { account, secret, now, note }: Dismissal,
  posts: readonly PostKey[],
): Promise<number> {
  const keys = keysOf(posts);
  const held = await heldAmong(client, posts);
  const shown = posts.filter((post) => held.has(documentId(post)));
  await moderateBoardsIn(client, { action: 'show', posts: shown, reason: note, actor: account, secret, now }, outside);
  const reported = await lockReported(client, posts);
  if (note !== null) await client.query(sql.ADD_NOTE, [...keys, account, note]);
  await client.query(sql.CLOSE, [...keys, account, 'dismissed']);
  return reported;
}

/** Returns the number of posts whose reporters can read the answer. @throws RefusedError 409 `tickets_missing` */
async function answerIn(client: pg.PoolClient, posts: readonly PostKey[], answer: string): Promise<number> {
  const { rows } = await client.query<{ tickets: number }>(sql.ANSWER, [...keysOf(posts), answer]);
  const answered = rows.filter(({ tickets }) => tickets > 0).length;
  if (answered > 0) return answered;
  throw new RefusedError(409, 'tickets_missing', 'Nobody who reported these posts can read an answer.');
}

/** @throws NotFoundError `report_unknown` */
async function lockReported(client: pg.PoolClient, posts: readonly PostKey[]): Promise<number> {
  const { rowCount } = await client.query(sql.LOCK_REPORTED, keysOf(posts));
  if (rowCount === null || rowCount === 0)
    throw new NotFoundError('report_unknown', 'None of these posts is reported on your boards.');
  return rowCount;
}

async function heldAmong(client: pg.PoolClient, posts: readonly PostKey[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ board: string; num: string; subnum: number }>(sql.SELECT_HELD, keysOf(posts));
  return new Set(rows.map(({ board, num, subnum }) => documentId({ board, num: Number(num), subnum })));
}
