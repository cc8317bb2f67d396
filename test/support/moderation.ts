import type pg from 'pg';
import { moderate, type ModerationAction } from '../../server/moderation/moderate.ts';
import { chiefOf, wardenOf } from './sessions.ts';
import type { World } from './world.ts';

interface StaffAction {
  readonly threads?: boolean;
  readonly reason?: string | null;
  readonly now?: Date;
}

/** Moderates posts as `warden`, whole threads as `chief`. `pool` has the login of the process that moderates. */
export async function actAsStaff(
  world: World,
  pool: pg.Pool,
  action: ModerationAction,
  board: { readonly id: number; readonly name: string },
  nums: readonly number[],
  { threads = false, reason = null, now = new Date() }: StaffAction = {},
): ReturnType<typeof moderate> {
  const secret = await (threads ? chiefOf : wardenOf)(world.pool);
  const posts = nums.map((num) => ({ num, subnum: 0 }));
  return moderate(pool, { action, board, posts, threads, actor: 'warden', secret, reason, now });
}
