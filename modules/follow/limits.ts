/** Limits of follow keys, which the server and the pages share. `items` is also in the function add_follow_item. */
export const FOLLOW_LIMITS = { items: 100, name: 100 } as const;

/** Kinds of items, by their query. */
export const FOLLOW_KINDS = ['search', 'thread', 'series', 'person'] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];
