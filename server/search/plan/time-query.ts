import { resolveMoment, type ReadersTime } from '../language/moment.ts';
import type { Leaf } from '../language/tree.ts';
import { NOTHING, type QueryContainer } from './clauses.ts';

/** As text: on a date field a number may be read in another unit, silently. */
export function timeQuery({ edge, moment }: Extract<Leaf, { kind: 'time' }>, reader: ReadersTime): QueryContainer {
  const { start, end } = resolveMoment(moment, reader);
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  if (edge === 'during') return start < end ? { range: { time_posted: { gte: from, lt: to } } } : NOTHING;
  return { range: { time_posted: edge === 'after' ? { gte: from } : { lt: from } } };
}
