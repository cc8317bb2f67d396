import type { ReportedPost } from '../../../../../mappings/contract/reports.ts';

/** Actions on one reported post, with their keys. They avoid the keys of all pages (features/shortcuts/shortcuts.ts). */
export const ROW_KEYS = {
  dismiss: 'd',
  hide: 'h',
  purge: 'x',
  delete_file: 'f',
  ban_file: 'b',
  ban_writer: 'w',
  ban_reporters: 'r',
  write: 'a',
} as const;
export type RowAction = keyof typeof ROW_KEYS;

/** The actions that the account has on the post, in the order of the buttons. */
export function rowActions(reported: ReportedPost, mayModerate: boolean): readonly RowAction[] {
  const { closed_at: closed, networks, subnum, post, tickets } = reported;
  if (closed !== null) return tickets > 0 ? ['write'] : [];
  const hasFile = post !== null && (post.file !== null || post.extra_files !== undefined);
  return [
    'dismiss',
    ...(mayModerate
      ? ([
          'hide',
          'purge',
          ...(hasFile ? (['delete_file', 'ban_file'] as const) : []),
          ...(subnum > 0 ? (['ban_writer'] as const) : []),
          ...(networks > 0 ? (['ban_reporters'] as const) : []),
        ] as const)
      : []),
    'write',
  ];
}

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The action of a key press; null for other keys. */
export function rowActionOf(press: Press): RowAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  return (Object.keys(ROW_KEYS) as RowAction[]).find((action) => ROW_KEYS[action] === press.key) ?? null;
}
