/** `npm run openapi`: writes the OpenAPI document, the types of client/ and the list of access, which test/contract/openapi.test.ts compares with the routes. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { typesOf } from '../../client/write-types.ts';
import { printRoutes } from './printed-routes.ts';

const { openapi, access } = await printRoutes();
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
writeFileSync(pathOf('../../mappings/contract/openapi.json'), openapi);
writeFileSync(pathOf('access.txt'), access);
writeFileSync(pathOf('../../client/api.ts'), await typesOf(openapi));
