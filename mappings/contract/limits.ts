import { Type, type Static } from 'typebox';

const PerMinute = Type.Integer({ description: 'Cost a minute; 0: no limit.' });
const Rows = Type.Integer({ description: 'Rows of one export; 0: none.' });

export const Limits = Type.Object(
  {
    query: Type.Object({
      length: Type.Integer({ description: 'Characters (UTF-16 code units) of q.' }),
      leaves: Type.Integer({ description: 'Words, phrases and fields; each board and value counts.' }),
      depth: Type.Integer({ description: 'Groups within groups.' }),
      prefixes: Type.Integer({ description: 'Words with `*`.' }),
      prefix_length: Type.Integer({ description: 'Letters or digits that stand before `*` at least.' }),
    }),
    page: Type.Object({ default: Type.Integer(), max: Type.Integer() }),
    feed: Type.Object({ entries: Type.Integer() }),
    export: Type.Object({
      rows: Type.Object({ anonymous: Rows, admin: Rows }),
      at_once: Type.Integer({ description: 'Exports that one server works on.' }),
      max_seconds: Type.Integer(),
    }),
    rate: Type.Object({ anonymous: PerMinute, key: PerMinute, admin: PerMinute }),
    search: Type.Object({
      timeout_ms: Type.Integer({ description: 'After that a search is stopped, and its answer says so.' }),
    }),
  },
  { $id: 'Limits' },
);
export type Limits = Static<typeof Limits>;
