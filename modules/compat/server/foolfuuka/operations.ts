/** FoolFuuka's API in the OpenAPI document. The schemas validate requests; answers are not serialized by them. */
import type { TSchema } from 'typebox';
import * as parameters from './parameters.ts';
import * as contract from '../../contract/foolfuuka.ts';
import { emptyResponse, problemsAs, reference, unchanged } from '../../../../server/http/plugins/schemas.ts';

/** Properties of every operation. */
const DESCRIPTION =
  'In the format of the FoolFuuka API: numbers and flags are strings, `timestamp` is seconds since 1970. Errors are objects with ' +
  '`error`: 404 if something does not exist, 422 for a wrong parameter, 503 while PostgreSQL is unavailable.';

const foolFuukaErrors = (...statuses: readonly number[]) =>
  problemsAs(contract.FoolFuukaError, statuses, { 422: 'A parameter is missing or invalid.' });

/** Untyped, so that routes may send text. */
type Response = Readonly<Record<number, unknown>>;

const documented = (operationId: string, summary: string, response: Response) => ({
  operationId,
  summary,
  description: DESCRIPTION,
  tags: ['foolfuuka'],
  response,
});

const answers = (answer: TSchema, description: string, ...refusals: readonly number[]): Response => ({
  200: reference(answer, description),
  304: unchanged(),
  ...foolFuukaErrors(...refusals),
});

/** Answers of operations that take a board: 404 if something does not exist, 422 for a wrong parameter. */
const found = (answer: TSchema, description: string): Response => answers(answer, description, 404, 422);

export const BOARDS = documented('foolFuukaBoards', 'All boards', answers(contract.FoolFuukaBoards, 'Boards by id.'));

const archives = answers(contract.FoolFuukaArchives, 'Boards by id.');
export const ARCHIVES = documented('foolFuukaArchives', 'All boards, as archives', archives);
export const SITE = documented('foolFuukaSite', 'The site, and all boards as archives', archives);

const threads: Response = {
  ...found(contract.FoolFuukaThread, 'The thread, as the value of its number.'),
  204: emptyResponse('There are no posts after `latest_doc_id`.'),
};
export const THREAD = {
  ...documented('foolFuukaThread', 'A thread, or its posts after `latest_doc_id`', threads),
  querystring: parameters.ThreadQuery,
};
export const DELETED = {
  ...documented('foolFuukaDeleted', "A thread's opening post and its deleted replies", threads),
  querystring: parameters.ThreadQuery,
};

export const POST = {
  ...documented('foolFuukaPost', 'One post; a ghost post is 123_1', found(contract.FoolFuukaPost, 'The post.')),
  querystring: parameters.ThreadQuery,
};

const index = found(contract.FoolFuukaIndex, 'Threads by number, in the order of the page.');
export const INDEX = {
  ...documented('foolFuukaIndex', 'A page of threads, each with its last replies', index),
  querystring: parameters.BoardQuery,
};

export const GALLERY = {
  ...documented(
    'foolFuukaGallery',
    'A page of opening posts',
    found(contract.FoolFuukaGallery, 'Opening posts, newest first.'),
  ),
  querystring: parameters.BoardQuery,
};

const posts = found(contract.FoolFuukaFound, 'Posts; or `error` if nothing is found or there are no more pages.');
export const SEARCH = {
  ...documented('foolFuukaSearch', 'A search by parameters', posts),
  querystring: parameters.SearchQuery,
};

const DONE = { 200: reference(contract.FoolFuukaDone, 'Done.'), ...foolFuukaErrors(403, 404, 409, 422) };

export const OFFSITE_REPORT = documented(
  'foolFuukaOffsiteReport',
  'Report a post from the source, as 4chan X does',
  DONE,
);
export const USER_ACTIONS = documented('foolFuukaUserActions', 'Report a post', DONE);
export const MOD_ACTIONS = documented(
  'foolFuukaModActions',
  'Moderate a post with the key of a moderator: `delete_report`, `delete_post` (hides it), `delete_image`, `ban_image`, `ban_user`',
  DONE,
);
export const BULK_MOD = documented(
  'foolFuukaBulkMod',
  'Moderate several posts of a board with the key of a moderator: `delete` (hides them), `delete_image`, `ban_image`, `ban_global`',
  DONE,
);
