/** The test of a source before a board is added. */
import { Type, type Static } from 'typebox';
import { SOURCE_OUTCOMES } from '../source-answers.ts';
import { nullable } from './nullable.ts';

export const SourceTest = Type.Object(
  {
    outcome: Type.Enum([...SOURCE_OUTCOMES], {
      type: 'string',
      description: '`ok`, or the reason why the list of the board could not be read.',
    }),
    detail: nullable(
      Type.String({
        description: 'The HTTP status of `http_status`, or words of another program about the connection.',
      }),
    ),
    boards: Type.Array(Type.String(), {
      description: 'With `no_board`: names of boards that the source has, at most 200.',
    }),
    title: nullable(
      Type.String({ description: 'The title of the board at the source; null if it has no list of boards.' }),
    ),
    worksafe: nullable(Type.Boolean()),
    threads: nullable(Type.Integer({ description: 'Living threads; of an archive, those of its first page.' })),
    posts: nullable(Type.Integer({ description: 'Posts in these threads; null if the source does not state them.' })),
    months: nullable(Type.Integer({ description: 'Parts of a mailing list; null for other sources.' })),
    sample: nullable(
      Type.Object(
        {
          num: Type.Integer(),
          title: nullable(Type.String({ description: 'Subject, or the beginning of the text.' })),
          text: Type.String({ description: 'The text of the opening post, at most 300 characters.' }),
          posted_at: Type.String({ format: 'date-time' }),
          posts: Type.Integer(),
        },
        { description: 'A thread of the board; null if none could be read.' },
      ),
    ),
  },
  { $id: 'SourceTest' },
);
export type SourceTest = Static<typeof SourceTest>;
