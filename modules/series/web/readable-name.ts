import type { SeriesSummary } from '../contract/series.ts';

/** A series that is recognised by links alone is named after its first thread (`thread-48393`), which means nothing to readers. */
const OF_THREAD = /^thread-\d+$/;

/** The subject of the newest edition in place of such a name; otherwise the name. */
export function readableName({ name, title }: Pick<SeriesSummary, 'name' | 'title'>): string {
  return OF_THREAD.test(name) && title !== null && title !== '' ? title : name;
}
