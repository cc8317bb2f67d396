import { perBoardFlag } from '../../../../mappings/board-flags.ts';
import { expect, test } from 'vitest';
import type { Board } from '../../../../mappings/board.ts';
import { withElsewhere } from '../../../../server/boards/elsewhere.ts';

const summary = {
  name: 'g',
  title: 'G',
  worksafe: true,
  posts: 1,
  order: 'modified',
  ...perBoardFlag(() => false),
  public_log: false,
  last_post: null,
} as const;
const board = (fields: Partial<Board>): Board => ({
  id: 1,
  name: 'g',
  title: 'G',
  worksafe: true,
  source: '4chan',
  sourceName: 'g',
  url: 'https://a.4cdn.org',
  mediaUrl: 'https://i.4cdn.org',
  sliceSize: 1,
  ...fields,
});

test.each([
  [{}, 'boards.4chan.org', 'https://boards.4chan.org/g/', 'https://boards.4chan.org/g/thread/{thread}#p{num}'],
  [
    { source: 'vichan', url: 'https://lain.example/sub/', sourceName: 'λ' },
    'lain.example',
    'https://lain.example/sub/%CE%BB/',
    'https://lain.example/sub/%CE%BB/res/{thread}.html#{num}',
  ],
  [
    { source: 'foolfuuka', url: 'https://b.example:8443' },
    'b.example:8443',
    'https://b.example:8443/g/',
    'https://b.example:8443/g/thread/{thread}/#{num}',
  ],
  [
    { source: 'pipermail', url: 'https://reader:secret@l.example/pipermail' },
    'l.example',
    'https://l.example/pipermail/g/',
    null,
  ],
] as const)('a board is linked to its source: %o', (fields, name, url, postUrl) => {
  expect(withElsewhere(summary, board(fields), []).source).toEqual({ name, url, post_url: postUrl });
});

test.each([
  'http://127.0.0.1:9700',
  'http://localhost',
  'http://[::1]:80',
  'http://[fd00::1]',
  'http://demo:9700',
  'https://10.1.2.3',
  'https://172.20.0.1',
  'https://192.168.0.1/x',
  'no address',
])('a source that readers cannot reach is not linked: %s', (url) =>
  expect(withElsewhere(summary, board({ url }), []).source).toBeNull(),
);

test('other archives are those that have the board, under the name at the source', () => {
  const archives = [
    { name: 'All', url: 'https://all.example/{board}/post/{num}', boards: null },
    { name: 'Some', url: 'https://some.example/{board}/{thread}/{num}', boards: new Set(['tech']) },
    { name: 'None', url: 'https://none.example/{num}', boards: new Set(['g']) },
  ];
  expect(withElsewhere(summary, board({ sourceName: 'tech' }), archives).other_archives).toEqual([
    { name: 'All', post_url: 'https://all.example/tech/post/{num}' },
    { name: 'Some', post_url: 'https://some.example/tech/{thread}/{num}' },
  ]);
  expect(withElsewhere(summary, undefined, []).source).toBeNull();
});
