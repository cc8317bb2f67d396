/** Makes the types of the client: `npm run openapi` writes them, and test/contract/openapi.test.ts compares them with the document. */
import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '/* Made by `npm run openapi` from mappings/contract/openapi.json. Do not edit. */\n';

/** Types of an OpenAPI document, which is JSON. */
export async function typesOf(openapi: string): Promise<string> {
  return HEAD + astToString(await openapiTS(openapi, { defaultNonNullable: false }));
}
