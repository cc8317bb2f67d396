/** `npm run openapi`: writes the document that test/contract/openapi.test.ts compares with the routes. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openapiText } from './openapi-document.ts';

writeFileSync(fileURLToPath(new URL('../../mappings/contract/openapi.json', import.meta.url)), await openapiText());
