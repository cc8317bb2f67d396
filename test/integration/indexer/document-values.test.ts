import { expect, test } from 'vitest';
import { addedValues, withAddedValues, type AddedRow } from '../../../indexer/document-values.ts';
import type { SharedModule } from '../../../mappings/module.ts';
import { POST_COLUMNS, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

const COLOURS = `select jsonb_build_object('colour', c.colour, 'shade', null) from colours c where c.num = p.num`;

async function added(column: string): Promise<readonly unknown[]> {
  const { rows } = await world().pool.query<PostRow & AddedRow>(
    `select ${POST_COLUMNS}${column} from posts p join boards b on b.id = p.board_id order by p.num`,
  );
  return rows.map((row) => withAddedValues(toPost(row), row).added);
}

test('the values of modules are read with the posts, without those that are null', async () => {
  const board = await insertBoard(world().pool, 'g');
  await writePosts(world().pool, board, [aPost({ num: 1 }), aPost({ num: 2 })]);
  await world().pool.query(`create table colours (num bigint primary key, colour text);
    insert into colours values (1, 'blue')`);
  const modules: readonly SharedModule[] = [
    { name: 'pictures', index: { fields: { colour: { type: 'keyword' } }, values: COLOURS } },
    { name: 'without' },
  ];
  expect(await added(addedValues(modules))).toEqual([{ pictures: { colour: 'blue' } }, {}]);
  expect(await added(addedValues([]))).toEqual([undefined, undefined]);
});
