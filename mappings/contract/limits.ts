import { Type, type Static } from 'typebox';

const PerMinute = Type.Integer({ description: 'Cost units a minute; 0 for no limit.' });
const Rows = Type.Integer({ description: 'Rows of one export; 0 for no exports.' });

export const Limits = Type.Object(
  {
    query: Type.Object({
      length: Type.Integer({ description: 'UTF-16 code units of q.' }),
      leaves: Type.Integer({ description: 'Words, phrases and field values; each board counts.' }),
      depth: Type.Integer({ description: 'Nested groups.' }),
      prefixes: Type.Integer({ description: 'Words that end with `*`.' }),
      prefix_length: Type.Integer({ description: 'Minimum number of letters or digits before `*`.' }),
    }),
    page: Type.Object({ default: Type.Integer(), max: Type.Integer() }),
    feed: Type.Object({ entries: Type.Integer() }),
    export: Type.Object({
      rows: Type.Object({ anonymous: Rows, admin: Rows }),
      at_once: Type.Integer({ description: 'Concurrent exports of one server.' }),
      max_seconds: Type.Integer(),
    }),
    rate: Type.Object({ anonymous: PerMinute, key: PerMinute, admin: PerMinute }),
    search: Type.Object({
      timeout_ms: Type.Integer({
        description: 'Milliseconds after which a search is stopped; its answer is marked `partial`.',
      }),
    }),
  },
  { $id: 'Limits' },
);
export type Limits = Static<typeof Limits>;
