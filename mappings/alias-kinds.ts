/** Kinds of names under which somebody writes. */
export const ALIAS_KINDS = ['sender', 'tripcode', 'name'] as const;
