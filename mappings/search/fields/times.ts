/** Fields of dates, ages and ranges of time. */
import type { SearchField } from '../field.ts';

export const TIME_FIELDS = [
  {
    kind: 'time',
    name: 'after',
    aliases: ['since'],
    description: 'of this moment or later',
    examples: [
      ['after:2019-03-05', 'of this day or later'],
      ['after:7d', 'of the last seven days'],
    ],
    index: 'time_posted',
    edge: 'from',
    form: { section: 'time', control: 'date' },
  },
  {
    kind: 'time',
    name: 'before',
    aliases: ['until'],
    description: 'earlier than this moment',
    examples: [
      ['before:2019-03-05', 'earlier than this day'],
      ['before:1y', 'older than a year'],
    ],
    index: 'time_posted',
    edge: 'until',
    form: { section: 'time', control: 'date' },
  },
  {
    kind: 'time',
    name: 'during',
    aliases: ['date'],
    description: 'of this year, month, day, hour or range',
    examples: [
      ['during:2019-03..2019-05', 'of these three months'],
      ['during:2019', 'of this year'],
      ['during:30d..7d', 'of the last thirty days but not of the last seven'],
      ['during:today', 'of today; also `during:yesterday`'],
    ],
    index: 'time_posted',
    edge: 'within',
    form: { section: 'time', placeholder: '2019-03' },
  },
  {
    kind: 'time',
    name: 'modified',
    aliases: ['changed', 'updated'],
    description: 'stored or changed in the archive in this time or range',
    examples: [
      [
        'modified:7d',
        'that the archive stored or changed in the last seven days; dates and ranges as after `during:`: `modified:2019-03..`',
      ],
    ],
    index: 'time_modified',
    edge: 'within',
    form: { section: 'time', placeholder: '7d' },
  },
] as const satisfies readonly SearchField[];
