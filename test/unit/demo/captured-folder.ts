import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files of a folder of captures, by path; written into a new temporary folder, whose path is returned. */
export function capturedFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-captures-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A thread in an old form of the API: keys in another order, no counters, times without seconds, explicit zeros. */
export const OLD_THREAD = {
  posts: [
    {
      closed: 0,
      com: 'Which knot holds a kettle?',
      ext: '.png',
      filename: 'kettle &amp; rope',
      fsize: 4711,
      h: 300,
      md5: 'AAAAAAAAAAAAAAAAAAAAAA==',
      name: 'Anonymous',
      no: 500,
      now: '11/16/12(Fri)19:14',
      resto: 0,
      sticky: 0,
      tim: 1353111250000,
      time: 1353111250,
      tn_h: 188,
      tn_w: 250,
      w: 400,
    },
    {
      com: '<span class="quote"><a href="500#p500" class="quotelink">&gt;&gt;500</a></span><br>A bowline.',
      email: 'sage',
      name: 'Rope&#44; plain',
      no: 507,
      now: '11/16/12(Fri)19:16',
      resto: 500,
      time: 1353111384,
      trip: '!abcDEF0123',
    },
  ],
};

export const ARCHIVED_THREAD = {
  posts: [
    {
      no: 400,
      closed: 1,
      now: '07/01/18(Sun)00:45:53',
      name: 'Anonymous',
      sub: 'Harbour lights',
      com: 'Post them.',
      time: 1530420353,
      resto: 0,
      archived: 1,
      bumplimit: 0,
      archived_on: 1530484735,
      imagelimit: 0,
      semantic_url: 'harbour-lights',
      replies: 9,
      images: 4,
    },
  ],
};
