/** A typed client for the API of an archive. README.md has an example. */
import createOpenapiClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { paths } from './api.ts';

export type { components, operations, paths } from './api.ts';

/** Its requests take the paths, parameters and bodies of the OpenAPI document, and its answers have the document's types. */
export type ArchiveClient = Client<paths>;

/** `baseUrl`: the address of the archive, such as `https://archive.example.org`. */
export function createClient(options: ClientOptions): ArchiveClient {
  return createOpenapiClient<paths>(options);
}
