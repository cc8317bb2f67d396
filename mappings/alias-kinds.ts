/** Kinds of names under which a person writes. */
export const ALIAS_KINDS = ['sender', 'tripcode', 'name'] as const;
