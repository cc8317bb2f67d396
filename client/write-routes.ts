/** `npm run openapi`: writes the OpenAPI document, the types of client/ and the list of access, which test/contract/openapi.test.ts compares with the routes. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { typesOf } from './write-types.ts';
import { printRoutes } from '../server/http/printed-routes.ts';

const { openapi, access } = await printRoutes();
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
writeFileSync(pathOf('../mappings/contract/openapi.json'), openapi);
writeFileSync(pathOf('../server/http/access.txt'), access);
writeFileSync(pathOf('api.ts'), await typesOf(openapi));
