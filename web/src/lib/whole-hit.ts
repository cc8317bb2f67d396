import type { File } from '../../../mappings/contract/post.ts';
import type { Hit, SentHit } from '../../../mappings/contract/search.ts';

const without = (names: string, value: unknown) => Object.fromEntries(names.split(' ').map((name) => [name, value]));

const POST = {
  ...without(
    'time_deleted_post time_deleted_file time_archived time_bumped name tripcode capcode posterid country email subject ' +
      'posters replies images since4pass extra doc_id thread_subject thread_title group',
    null,
  ),
  ...without('opener spoiler sticky closed', false),
  tokens: [],
};
const FILE = {
  ...without(
    'name type size width height thumb_width thumb_height md5 sha256 sha256t time url thumb_url replay_url time_deleted',
    null,
  ),
  spoiler: false,
};

/** The hit of an answer with all fields: answers leave out those without a value. */
export function wholeHit({ file, extra_files: others, ...hit }: SentHit): Hit {
  return {
    ...POST,
    ...hit,
    file: file === undefined ? null : ({ ...FILE, ...file } as File),
    ...(others !== undefined && { extra_files: others.map((one) => ({ ...FILE, ...one })) }),
  } as unknown as Hit;
}
