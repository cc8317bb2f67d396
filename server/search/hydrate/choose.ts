import type { AnswerSource } from '../../../mappings/contract/origin.ts';
import type { SearchHouse } from '../context.ts';
import { documentRecords } from './document-records.ts';
import { visibilityByCopy, visibilityByRows } from '../../visibility/visible-posts.ts';

/**
 * Any question about posts, with the records that answer it: those asked for, and while PostgreSQL is away documents alone.
 */
export async function withRecords<T>(
  house: SearchHouse,
  source: AnswerSource,
  ask: (house: SearchHouse) => Promise<T>,
): Promise<T> {
  const { pool, boards, archive } = house;
  const documents = () => documentRecords({ engine: house, boards, pool, visibility: visibilityByRows(house) });
  return archive.ask(
    async () => ask(source === 'postgres' ? house : { ...house, records: documents() }),
    async (copy) =>
      ask({
        ...house,
        records: documentRecords({ engine: house, boards, pool: null, visibility: visibilityByCopy(copy) }),
      }),
  );
}
