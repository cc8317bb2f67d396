/**
 * The two layouts of messages and info posts. Messages do not contain the layout, so it is configured.
 *
 * deployed  all existing programs: a circuit id, a req_id of 4 bytes, a ttl in requests, info posts that end with a zero
 * draft8    the latest text of the specification: a req_id of 8 bytes, info posts with a count; without circuit id and ttl
 */
export const LAYOUTS = ['deployed', 'draft8'] as const;

export type Layout = (typeof LAYOUTS)[number];

export function reqIdBytes(layout: Layout): number {
  return layout === 'deployed' ? 4 : 8;
}
