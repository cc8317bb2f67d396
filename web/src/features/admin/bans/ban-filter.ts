import { BAN_STATES } from '../../../../../mappings/ban.ts';

export interface BanFilter {
  readonly state?: (typeof BAN_STATES)[number] | undefined;
  readonly before?: string | undefined;
}

/** The filter in an address or a form. Invalid values are ignored. */
export function readBanFilter({ state, before }: Readonly<Record<string, unknown>>): BanFilter {
  return {
    state: BAN_STATES.find((name) => name === state && name !== 'active'),
    before: typeof before === 'string' && /^[1-9]\d{0,14}$/.test(before) ? before : undefined,
  };
}

export interface BannedPost {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
}

/** The ghost post whose writer will be banned: `post=g/71_2` in the address. */
export function readBannedPost({ post }: Readonly<Record<string, unknown>>): BannedPost | null {
  const [, board = '', num = '', subnum = ''] =
    /^([a-z0-9][a-z0-9_-]{0,31})\/(\d{1,15})_(\d{1,9})$/.exec(String(post)) ?? [];
  return board === '' ? null : { board, num: Number(num), subnum: Number(subnum) };
}
