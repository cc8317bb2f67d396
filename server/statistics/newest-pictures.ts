import { isListed } from '../../mappings/board.ts';
import { LISTED_PICTURES, type Activity } from '../../mappings/contract/statistics.ts';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import { HAS_KINDS, IS_KINDS } from '../../mappings/search/fields.ts';
import type { RequestContext } from '../limits/request-context.ts';
import type { SearchContext } from '../search/context.ts';
import { searchTarget, sendSearch } from '../search/elasticsearch/send-search.ts';
import { readPosts, type Where } from './ask-counts.ts';

/** Reads extra posts, since some pictures have no thumbnail. */
const READ = 5 * LISTED_PICTURES;

/** The newest posts with a picture, for the home page: of boards that are safe for work, without spoilers. */
export async function newestPictures(
  context: SearchContext,
  { boards, filter }: Where,
  request: RequestContext,
): Promise<Activity['pictures']> {
  const shown = (await context.boards.all()).filter((board) => isListed(board) && board.worksafe);
  if (shown.length === 0) return [];
  const answer = await sendSearch(
    context,
    {
      ...searchTarget(context, boards),
      query: {
        bool: {
          filter: [filter, { terms: { board: shown.map(({ name }) => name) } }, HAS_KINDS.image.query],
          must_not: [IS_KINDS.spoiler.query],
        },
      },
      sort: [{ time_posted: 'desc' }],
      size: READ,
      track_total_hits: false,
      _source: false,
    },
    request,
  );
  const keys = answer.hits.hits.map(({ _id: id = '' }) => keyOfDocumentId(id));
  const posts = await readPosts(context, null, keys, request);
  return posts
    .filter(({ file, time_deleted_file: deleted }) => file?.thumb_url != null && !file.spoiler && deleted === null)
    .slice(0, LISTED_PICTURES);
}
