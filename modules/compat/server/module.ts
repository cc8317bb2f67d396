/** APIs and addresses of other archives, for their clients and for old links. */
import type { FastifyInstance } from 'fastify';
import { reportOptions } from '../../../server/http/routes/archive/reports.ts';
import type { ServerModule } from '../../../server/module.ts';
import * as archiveList from '../contract/archive-list.ts';
import * as foolFuuka from '../contract/foolfuuka.ts';
import * as fourChan from '../contract/four-chan.ts';
import { foolFuukaActionRoutes } from './foolfuuka/actions.ts';
import { foolFuukaModerationRoutes } from './foolfuuka/moderation.ts';
import { FOOLFUUKA_PATH, foolFuukaRoutes } from './foolfuuka/routes.ts';
import { fourChanRoutes } from './four-chan/routes.ts';
import { archiveListRoutes } from './links/archive-list.ts';
import { oldFileRoutes } from './links/old-files.ts';
import { numberedPages } from './numbered-pages.ts';
import { linkRoutes } from './links/routes.ts';

export const compat: ServerModule = {
  name: 'compat',
  contract: [archiveList, foolFuuka, fourChan],
  tags: [
    { name: 'foolfuuka', description: "FoolFuuka's API, for its clients; docs/COMPATIBILITY.md says what differs." },
    { name: '4chan', description: 'The 4chan API, for its clients; docs/COMPATIBILITY.md says what differs.' },
  ],
  routes(services, offers) {
    const { search, threadReader, datastores, config } = services;
    const numbered = numberedPages({ ...search, redis: services.redis, queuePrefix: config.queuePrefix });
    const context = { ...search, threadReader, publicUrl: config.publicUrl };
    const api = { ...context, pages: numbered };
    return {
      site: (pages) => [
        fourChanRoutes(api),
        async (app: FastifyInstance) => {
          const plugins = [
            foolFuukaRoutes(api),
            foolFuukaActionRoutes(reportOptions(services), offers),
            foolFuukaModerationRoutes(services.admin),
          ];
          for (const plugin of plugins) await app.register(plugin, { prefix: FOOLFUUKA_PATH });
        },
        archiveListRoutes(context),
        linkRoutes({ ...context, pages }),
      ],
      files: [oldFileRoutes({ ...context, datastores })],
    };
  },
};
