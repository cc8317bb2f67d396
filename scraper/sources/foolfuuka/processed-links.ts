const LINK = /href="[^"]*?\/([\w-]{1,32})\/(?:thread\/(\d{1,16})\/#q?|post\/)(\d{1,16})/g;

/**
 * Threads that an archive's own HTML of a comment links to, by board and post: `b/1` → thread. The text of the comment
 * says which post is meant, and only the archive knows where it stands.
 */
export function linkedThreads(html: string): (board: string, num: number) => number | null {
  const threads = new Map<string, number>();
  for (const [, board, thread, num] of html.matchAll(LINK)) {
    if (thread !== undefined && Number.isSafeInteger(Number(thread))) threads.set(`${board}/${num}`, Number(thread));
  }
  return (board, num) => threads.get(`${board}/${num}`) ?? null;
}
