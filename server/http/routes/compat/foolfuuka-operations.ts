/** What the OpenAPI document says of FoolFuuka's API. Requests are read by it, answers are not written by it. */
import type { TSchema } from 'typebox';
import * as parameters from '../../../compat/foolfuuka/parameters.ts';
import * as contract from '../../../../mappings/contract/foolfuuka.ts';
import { foolFuukaErrors, nothing, reference, unchanged } from '../../plugins/schemas.ts';

/** Untyped, so that routes may send texts. */
type Response = Readonly<Record<number, unknown>>;

const documented = (operationId: string, summary: string, response: Response) => ({
  operationId,
  summary,
  tags: ['foolfuuka'],
  response,
});

const answers = (answer: TSchema, description: string, ...refusals: readonly number[]): Response => ({
  200: reference(answer, description),
  304: unchanged(),
  ...foolFuukaErrors(...refusals),
});

/** Of what may not be there, or be asked for in the wrong way. */
const found = (answer: TSchema, description: string): Response => answers(answer, description, 404, 422);

export const BOARDS = documented('foolFuukaBoards', 'All boards', answers(contract.FoolFuukaBoards, 'By their ids.'));

const archives = answers(contract.FoolFuukaArchives, 'By their ids.');
export const ARCHIVES = documented('foolFuukaArchives', 'All boards, as archives', archives);
export const SITE = documented('foolFuukaSite', 'The site, and all boards as archives', archives);

const threads: Response = {
  ...found(contract.FoolFuukaThread, 'The thread under its number.'),
  204: nothing('Nothing came after `latest_doc_id`.'),
};
export const THREAD = {
  ...documented('foolFuukaThread', 'A thread, or what is new in it', threads),
  querystring: parameters.ThreadQuery,
};
export const DELETED = {
  ...documented('foolFuukaDeleted', "A thread's opening post, and those of its replies that were deleted", threads),
  querystring: parameters.ThreadQuery,
};

export const POST = {
  ...documented('foolFuukaPost', 'One post; a ghost is 123_1', found(contract.FoolFuukaPost, 'The post.')),
  querystring: parameters.ThreadQuery,
};

const index = found(contract.FoolFuukaIndex, 'Threads under their numbers, in their order.');
export const INDEX = {
  ...documented('foolFuukaIndex', 'A page of threads, each with its last replies', index),
  querystring: parameters.BoardQuery,
};

export const GALLERY = {
  ...documented('foolFuukaGallery', 'A page of opening posts', found(contract.FoolFuukaGallery, 'The newest first.')),
  querystring: parameters.BoardQuery,
};

const posts = found(contract.FoolFuukaFound, 'Posts; or `error`, where nothing is found or there are no more pages.');
export const SEARCH = {
  ...documented('foolFuukaSearch', 'A search by parameters', posts),
  querystring: parameters.SearchQuery,
};
