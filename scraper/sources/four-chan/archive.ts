import { asList } from '../json-fields.ts';
import { RefusedError } from '../parse-result.ts';

/**
 * `[571958, 572866, …]`.
 * @throws RefusedError
 */
export function readArchive(document: unknown): number[] {
  return asList(document, 'document').map((num, index) => {
    if (typeof num === 'number' && Number.isSafeInteger(num) && num > 0) return num;
    throw new RefusedError('wrong_type', `[${index}] must be a post's number, not ${JSON.stringify(num).slice(0, 80)}`);
  });
}
