import type { Leaf } from '../language/tree.ts';
import { resolveMoment } from '../language/moment.ts';
import type { QueryContainer } from './query.ts';

/** As text: on a date field a number may be read in another unit, silently. `now` in milliseconds. */
export function timeQuery({ edge, moment }: Extract<Leaf, { kind: 'time' }>, now: number): QueryContainer {
  const bound = new Date(resolveMoment(moment, now)).toISOString();
  return { range: { time_posted: edge === 'after' ? { gte: bound } : { lt: bound } } };
}
