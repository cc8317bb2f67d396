/** Renders pages one after the other, in a worker thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderPage, RenderRequest } from '../../mappings/contract/rendering.ts';

const { bundle } = workerData as { readonly bundle: string };
const { renderPage } = (await import(bundle)) as { readonly renderPage: RenderPage };
const port = parentPort;

port?.on('message', (request: RenderRequest) => {
  renderPage(request).then(
    (result) => port.postMessage({ result }),
    (error: unknown) =>
      port.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
