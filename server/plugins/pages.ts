/** Serves the built pages of web/: one HTML file for every address that the application knows, and its hashed assets. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Datastores } from '../../platform/datastore/datastores.ts';
import type { BoardDirectory } from '../boards/directory.ts';
import { pagePolicy } from './headers.ts';
import { sendNothingHere } from './problems.ts';

export interface PagesOptions {
  /** Folder of the build. It may come and go while the server runs. */
  readonly root: string;
  readonly boards: BoardDirectory;
  /** Readers may be sent to other hosts for files. */
  readonly datastores: Pick<Datastores, 'rows'>;
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sagasu</title>
<h1>The pages are not built yet</h1>
<p>Run <code>npm run build</code>, then load this page again. The API answers under <code>/api/v1</code>.</p>
</html>
`;

/** The application's page, for routes elsewhere that lead to one. */
export interface Pages {
  send(reply: FastifyReply, status: number): Promise<FastifyReply>;
}

export async function registerPages(app: FastifyInstance, { root, boards, datastores }: PagesOptions): Promise<Pages> {
  await app.register(fastifyStatic, { root, serve: false });

  /** Cheap enough for every page: the folder may be built anew at any time. */
  const page = async (reply: FastifyReply, status: number) => {
    const list = await boards.all().catch(() => []);
    const stores = await datastores.rows().catch(() => []);
    const addresses = [...list.map((board) => board.mediaUrl), ...stores.map((store) => store.redirect_url ?? '')];
    const origins = new Set(
      addresses.map((address) => URL.parse(address)?.origin).filter((origin) => origin !== undefined),
    );
    void reply.header('content-security-policy', pagePolicy([...origins].sort()));
    const built = await stat(join(root, 'index.html')).catch(() => null);
    if (built === null) return reply.code(503).type('text/html; charset=utf-8').send(NOT_BUILT);
    return reply.code(status).header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false });
  };

  app.get('/assets/*', async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    return reply.sendFile(`assets/${name}`, { immutable: true, maxAge: '365d' });
  });
  for (const path of ['/', '/search', '/admin', '/admin/*']) app.get(path, async (_request, reply) => page(reply, 200));
  for (const path of ['/:board', '/:board/catalog', '/:board/images', '/:board/thread/:num']) {
    app.get(path, async (request, reply) => {
      const { board } = request.params as { board: string };
      if (board === 'api') return sendNothingHere(request, reply);
      // Files beside index.html: an icon, robots.txt. No board's name holds a dot.
      if (path === '/:board' && board.includes('.')) return reply.sendFile(board, { maxAge: '1h' });
      // An archive that is out of reach knows no board and denies none.
      const known = await boards.find(board).then(
        (found) => found !== null,
        () => true,
      );
      return page(reply, known ? 200 : 404);
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    return wantsPage(request) ? page(reply, 404) : sendNothingHere(request, reply);
  });
  return { send: page };
}

function wantsPage(request: FastifyRequest): boolean {
  const isPath = !/^\/(api|assets)(\/|$)/.test(request.url) && !/\.[a-z0-9]+(\?|$)/.test(request.url);
  return isPath && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
