/**
 * `/archives.json`: this archive in the form of 4chenz/archives.json. Users of 4chan X and its forks add the archive by pasting this one
 * address into their list of archives.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { isListed, type Board } from '../../../../mappings/board.ts';
import { resolveSetting } from '../../../../mappings/board-settings/resolve.ts';
import { checkedByName } from '../../../../mappings/board-settings/stored.ts';
import type { BoardDirectory } from '../../../../server/boards/directory.ts';
import { FOR_READERS } from '../../../../server/http/access.ts';
import { problems, reference, unchanged } from '../../../../server/http/plugins/schemas.ts';
import { Site } from '../../../../server/shared/site.ts';
import type { PostgresProbe } from '../../../../server/visibility/postgres-probe.ts';
import { ArchiveList, type ListedArchive } from '../../contract/archive-list.ts';
import { sendJson } from '../send-json.ts';

/** Sequential: there are at most some hundred boards. */
const SELECT_SETTINGS = 'select b.name, b.settings, d.settings as defaults from boards b cross join board_defaults d';

interface SettingsRow {
  readonly name: string;
  readonly settings: unknown;
  readonly defaults: unknown;
}

interface ArchiveListContext {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly postgres: PostgresProbe;
  readonly publicUrl: string | null;
}

export function archiveListRoutes({ pool, boards, postgres, publicUrl }: ArchiveListContext) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/archives.json',
      {
        ...FOR_READERS,
        schema: {
          operationId: 'archiveList',
          summary: 'This archive as an entry in the list of archives of 4chan X and its forks',
          tags: ['4chan'],
          response: { 200: reference(ArchiveList, 'One entry.'), 304: unchanged(), ...problems() },
        },
      },
      async (request, reply) => {
        const known = (await boards.all()).filter(isListed);
        const withFiles = await postgres.readOrFallback(
          async () => boardsWithFiles(pool),
          async () => new Set<string>(),
        );
        const entry = archiveEntry(known, withFiles, Site.of(request, publicUrl));
        return sendJson(request, reply, JSON.stringify([entry]), null);
      },
    );
  };
}

/** The boards of which all whole files are fetched, or those that an expression chooses. */
async function boardsWithFiles(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<SettingsRow>(SELECT_SETTINGS);
  const has = ({ settings, defaults }: SettingsRow) => {
    const layers = { own: checkedByName(settings), defaults: checkedByName(defaults) };
    return (['media.files.op', 'media.files.reply'] as const).some((name) => {
      const { value } = resolveSetting(name, layers);
      return value !== false && value !== null;
    });
  };
  return new Set(rows.filter(has).map(({ name }) => name));
}

function archiveEntry(boards: readonly Board[], withFiles: ReadonlySet<string>, { base }: Site): ListedArchive {
  const { protocol, host, pathname } = new URL(base);
  const domain = host + pathname.replace(/\/$/, '');
  const names = boards.map(({ name }) => name);
  return {
    // The known archives have small numbers.
    uid: 1_000 + (createHash('sha256').update(domain).digest().readUInt32BE() >>> 1),
    name: `Sagasu at ${host}`,
    domain,
    http: protocol === 'http:',
    https: protocol === 'https:',
    software: 'foolfuuka',
    boards: names,
    files: names.filter((name) => withFiles.has(name)),
    reports: true,
  };
}
