import { JsonFields, asList } from '../../json-fields.ts';
import type { OddityCount } from '../../reading.ts';
import type { ListedThread } from '../../source.ts';

/**
 * `[{page, threads: [{no, last_modified}]}]`. A thread that moves while the list is written stands on two pages: its
 * later time counts.
 * @throws RefusedError
 */
export function readThreadList(document: unknown, oddities: OddityCount): ListedThread[] {
  const modified = new Map<number, number>();
  for (const [index, page] of asList(document, 'document').entries()) {
    const path = `[${index}]`;
    const threads = asList(new JsonFields(page, path, oddities).raw('threads'), `${path}.threads`);
    for (const [position, entry] of threads.entries()) {
      const thread = new JsonFields(entry, `${path}.threads[${position}]`, oddities);
      const num = thread.integer('no', 1, Number.MAX_SAFE_INTEGER);
      const time = thread.integer('last_modified', 0, Number.MAX_SAFE_INTEGER);
      modified.set(num, Math.max(modified.get(num) ?? 0, time));
    }
  }
  return Array.from(modified, ([num, time]) => ({ num, modified: time }));
}
