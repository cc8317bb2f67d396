/** Continues the viewer with the files of the next pages. */
import { applyReaderFilters } from '../../lib/filtered-posts.ts';
import { hiddenPosts } from '../../lib/hidden-posts.ts';
import { filesOf } from '../../lib/post-files.ts';
import { changeViewer, type MorePosts, moveViewer, readViewer, walkedOf } from '../../lib/viewer.ts';

/** Files are loaded when this many are left. */
export const LOAD_BEFORE_END = 3;
/** Pages of hits may have no file at all. */
const MAX_EMPTY_PAGES = 5;

/** True if the reader went on while files were loaded. */
let goesOn = false;

/** Appends the files of the next page that has any. `thenMove`: shows the first of them, as the reader asked for the next file. */
export async function loadMoreFiles(thenMove: boolean): Promise<void> {
  const before = readViewer();
  if (before === null || before.more === null) return;
  goesOn ||= thenMove;
  if (before.state === 'loading') return;
  changeViewer((now) => ({ ...now, state: 'loading' }));
  let more: MorePosts | null = before.more;
  try {
    for (let empty = 0; more !== null && empty < MAX_EMPTY_PAGES; empty++) {
      const page = await more();
      await applyReaderFilters(page.posts);
      more = page.more;
      const files = walkedOf(page.posts.flatMap(filesOf), hiddenPosts());
      // The reader may have closed it, and opened it elsewhere.
      if (readViewer()?.posts !== before.posts) return;
      if (files.length === 0) continue;
      const place = before.posts.length;
      const rest = more;
      changeViewer((now) => ({ ...now, posts: [...before.posts, ...files], more: rest, state: 'idle' }));
      if (goesOn && readViewer()?.at === place - 1) moveViewer(place);
      return;
    }
    const rest = more;
    changeViewer((now) => (now.posts === before.posts ? { ...now, more: rest, state: 'idle' } : now));
  } catch {
    changeViewer((now) => (now.posts === before.posts ? { ...now, state: 'failed' } : now));
  } finally {
    goesOn = false;
  }
}
