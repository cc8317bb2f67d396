import { JsonFields, asList } from '../json-fields.ts';
import type { OddityCount } from '../parse-result.ts';
import type { ListedThread } from '../source.ts';

/**
 * `[{page, threads: [{no, last_modified, replies}]}]`. A thread that moves while the list is written stands on two
 * pages: its later time counts.
 * @throws RefusedError
 */
export function readThreadList(document: unknown, oddities: OddityCount): ListedThread[] {
  const listed = new Map<number, ListedThread>();
  for (const [index, entry] of asList(document, 'document').entries()) {
    const path = `[${index}]`;
    const fields = new JsonFields(entry, path, oddities);
    // A site may number its pages from 0, or not at all: their order says it.
    const page = index + 1;
    for (const [position, item] of asList(fields.raw('threads'), `${path}.threads`).entries()) {
      const thread = new JsonFields(item, `${path}.threads[${position}]`, oddities);
      const num = thread.integer('no', 1, Number.MAX_SAFE_INTEGER);
      const modified = thread.integer('last_modified', 0, Number.MAX_SAFE_INTEGER);
      const replies = thread.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER);
      listed.set(num, { num, modified: Math.max(listed.get(num)?.modified ?? 0, modified), page, replies });
    }
  }
  return [...listed.values()];
}
