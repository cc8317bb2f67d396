/** The settings of the environment of processes, which admins of all boards read. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });

export const EnvironmentSettings = Type.Object(
  {
    unread: nullable(
      Type.String({ description: 'Why the reports of other processes could not be read; null if they were.' }),
    ),
    processes: Type.Array(
      Type.Object({
        id: Type.String(),
        process: Type.Enum(['server', 'indexer', 'scraper'], { type: 'string' }),
        host: Type.String({ description: 'The name of its machine.' }),
        pid: Type.Integer(),
        version: Type.String(),
        state: Type.Enum(['running', 'stopped', 'gone'], {
          type: 'string',
          description:
            'Each process reports every 30 seconds. stopped: it has closed. gone: 90 seconds passed without a report.',
        }),
        started_at: time('When the process started.'),
        seen_at: time('The last report.'),
      }),
      {
        description:
          'Processes of the last day. One that has ended is left out when another of its kind has started on its machine.',
      },
    ),
    settings: Type.Array(
      Type.Object({
        name: Type.String(),
        fallback: nullable(Type.String({ description: 'The default, as it is written in the environment.' })),
        meaning: nullable(Type.String({ description: 'null for a setting of another version.' })),
        values: Type.Array(
          Type.Object({
            source: Type.Enum(['environment', 'file', 'default'], {
              type: 'string',
              description: 'file: the one that `{NAME}_FILE` names.',
            }),
            file: nullable(Type.String()),
            value: nullable(
              Type.String({
                description:
                  '`…` stands for a secret and for passwords in addresses; null for a setting without a value.',
              }),
            ),
            processes: Type.Array(Type.String(), { description: '`id` of the running processes with this value.' }),
          }),
        ),
      }),
      { description: 'By name.' },
    ),
  },
  { $id: 'EnvironmentSettings' },
);
export type EnvironmentSettings = Static<typeof EnvironmentSettings>;
