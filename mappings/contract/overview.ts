/** The overview of staff: what works, what is broken and what waits for somebody. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/**
 * ok       works as it should
 * waiting  work for people, such as reports
 * warning  needs attention soon
 * error    does not work
 */
const OVERVIEW_STATES = ['ok', 'waiting', 'warning', 'error'] as const;

export const OverviewLine = Type.Object(
  {
    kind: Type.String({ description: 'Such as `reports.open`.' }),
    state: Type.Enum([...OVERVIEW_STATES], {
      type: 'string',
      description:
        '`ok`: works as it should. `waiting`: work for people. `warning`: needs attention soon. `error`: does not work.',
    }),
    board: nullable(Type.String({ description: 'null for several boards, or the whole archive.' })),
    number: nullable(Type.Number({ description: 'Items, bytes or seconds, depending on `unit`.' })),
    unit: Type.Enum(['items', 'bytes', 'seconds'], { type: 'string' }),
    name: nullable(Type.String({ description: 'The name of the thing, such as a host or a folder.' })),
    since: nullable(
      Type.String({ format: 'date-time', description: 'Begin of the state, or age of the oldest item.' }),
    ),
    reason: nullable(
      Type.String({ description: 'Code of the reason, such as `connection_refused`, for translations of `detail`.' }),
    ),
    detail: nullable(Type.String({ description: 'The reason in words, often those of another program.' })),
    href: nullable(Type.String({ description: 'Path of the page where one can act.' })),
    text: Type.String({ description: 'The line as an English sentence.' }),
  },
  { $id: 'OverviewLine' },
);
export type OverviewLine = Static<typeof OverviewLine>;

export const OverviewPart = Type.Object(
  {
    name: Type.String({ description: 'Such as `sources`.' }),
    unread: nullable(Type.String({ description: 'Why this part could not be read now; null if it was.' })),
    lines: Type.Array(OverviewLine),
  },
  { $id: 'OverviewPart' },
);
export type OverviewPart = Static<typeof OverviewPart>;

export const Overview = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When it was read.' }),
    parts: Type.Array(OverviewPart, {
      description: 'The parts that the roles of the account allow, in a fixed order.',
    }),
  },
  { $id: 'Overview' },
);
export type Overview = Static<typeof Overview>;
