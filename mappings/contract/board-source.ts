/** The state of a source of a board, or of the host of its files. */
import { Type, type Static } from 'typebox';
import { SERVED_BY_SOURCES, SOURCE_OUTCOMES } from '../source-answers.ts';
import { nullable } from './nullable.ts';

export const BoardSource = Type.Object(
  {
    address: Type.String({ description: 'The address of the board at the source, or of the host of its files.' }),
    serves: Type.Enum([...SERVED_BY_SOURCES], {
      type: 'string',
      description:
        '`lists` for a source of threads. `files` for the host of files and thumbnails, which is shown while a file is wanted from it.',
    }),
    own: Type.Boolean({
      description: 'The source of the board itself; false for another archive of it, which is read as well.',
    }),
    failing_since: nullable(
      Type.String({ format: 'date-time', description: 'Since when its requests fail; null while they succeed.' }),
    ),
    answers: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        outcome: Type.Enum([...SOURCE_OUTCOMES], {
          type: 'string',
          description: '`ok`, or the reason why the list or the file could not be read.',
        }),
        detail: nullable(
          Type.String({
            description: 'The HTTP status of `http_status`, or words of another program about the connection.',
          }),
        ),
      }),
      {
        description:
          'The last answers to requests of the list or of files, newest first, at most ten. Of good answers, one in a minute is kept; of files, also of failures.',
      },
    ),
  },
  { $id: 'BoardSource' },
);
export type BoardSource = Static<typeof BoardSource>;
