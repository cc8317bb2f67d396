/** Whether the source of a board answers. */
import { Type, type Static } from 'typebox';
import { SOURCE_OUTCOMES } from '../source-answers.ts';
import { nullable } from './nullable.ts';

export const BoardSource = Type.Object(
  {
    address: Type.String({ description: 'The address of the board at the source.' }),
    own: Type.Boolean({
      description: 'The source of the board itself; false for another archive of it, which is read as well.',
    }),
    failing_since: nullable(
      Type.String({ format: 'date-time', description: 'Since when its lists cannot be read; null while they can.' }),
    ),
    answers: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        outcome: Type.Enum([...SOURCE_OUTCOMES], {
          type: 'string',
          description: '`ok`, or the reason why the list could not be read.',
        }),
        detail: nullable(
          Type.String({
            description: 'The HTTP status of `http_status`, or words of another program about the connection.',
          }),
        ),
      }),
      {
        description:
          'The last answers to requests of the list, newest first, at most ten. Of good answers, one in a minute is kept.',
      },
    ),
  },
  { $id: 'BoardSource' },
);
export type BoardSource = Static<typeof BoardSource>;
