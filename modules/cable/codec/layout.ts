/**
 * The two layouts of messages and info posts. Nothing on the wire names the layout, so it is configured.
 *
 * deployed  what every program that one can meet speaks: circuit id, req_id of 4 bytes, ttl in requests, info ended by a zero
 * draft8    the specification's latest text: req_id of 8 bytes, neither circuit id nor ttl, info counted
 */
export const LAYOUTS = ['deployed', 'draft8'] as const;

export type Layout = (typeof LAYOUTS)[number];

export function reqIdBytes(layout: Layout): number {
  return layout === 'deployed' ? 4 : 8;
}
