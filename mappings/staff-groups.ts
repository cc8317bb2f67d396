/** The groups of the menu of staff pages, in their order. */
export const STAFF_GROUPS = ['moderation', 'archive', 'index', 'people', 'system'] as const;
export type StaffGroup = (typeof STAFF_GROUPS)[number];
