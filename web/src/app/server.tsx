/** The pages for a server: renders one address to HTML, from the given answers of the API. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';
import type { PagePreview, RenderPage, RenderRequest, RenderResult } from '../../../mappings/contract/rendering.ts';
import { type Answer, answerFrom } from '../lib/answer-source.ts';
import { isApiError } from '../lib/api-error.ts';
import { ENTRY, type PageData, withoutTexts } from '../lib/hydration/page-data.ts';
import { type RenderRecord, RenderRecordContext } from '../lib/hydration/render-record.ts';
import { languageOf } from '../lib/language.ts';
import { setLanguage } from '../lib/messages.ts';
import { findPageBy } from '../lib/page-scope.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';

/** Language, source of answers and stores of the page that is being rendered, also available when React calls none of our components. */
const pages = new AsyncLocalStorage<object>();
findPageBy(() => pages.getStore());

export const renderPage: RenderPage = async (request) => pages.run({}, async () => render(request, MAX_REDIRECTS));

/** An address with an unknown parameter redirects to the same address without it. */
const MAX_REDIRECTS = 3;

async function render(request: RenderRequest, redirects: number): Promise<RenderResult> {
  const language = languageOf(null, request.languages);
  // Loaders may request texts in it.
  await setLanguage(language);
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [request.address] }));
  const needed = answersFrom(request);
  if ((await Promise.race([router.load(), needed.some])) === needed) {
    queryClient.clear();
    return { kind: 'needs', paths: [...needed.paths] };
  }
  const { _serverResult: loaded } = router;
  const other = loaded?.type === 'redirect' ? loaded.redirect.headers.get('location') : null;
  if (other !== null && redirects > 0) {
    queryClient.clear();
    return render({ ...request, address: other }, redirects - 1);
  }
  // A browser may succeed where this rendering failed.
  const broken = router.state.matches.find(({ status, error }) => status === 'error' && !isApiError(error));
  if (broken !== undefined) throw broken.error;
  removeLate(queryClient);
  let title = 'Sagasu';
  let preview: Partial<PagePreview> = {};
  const record: RenderRecord = {
    onTitle: (written) => {
      title = written;
    },
    onPreview: (noted) => {
      preview = noted;
    },
    comments: new Map(),
  };
  const written = await htmlOf(
    <RenderRecordContext value={record}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </RenderRecordContext>,
  );
  // React writes elements of the head before everything else.
  const [head = ''] = /^(?:<(?:link|meta)\b[^>]*>)*/.exec(written) ?? [];
  const { state, href } = router.state.location;
  const entry = state['__TSR_key'] ?? href;
  const page: PageData = {
    language,
    queries: answered(queryClient).map(([key, data]) => [
      key.map((part) => (part === entry ? ENTRY : part)),
      withoutTexts(data, record.comments),
    ]),
  };
  const status = isMissing(router.state.matches, queryClient) || preview.isMissing === true ? 404 : 200;
  queryClient.clear();
  return {
    kind: 'page',
    status,
    title,
    language,
    preview: {
      type: 'website',
      path: router.state.location.pathname,
      description: null,
      image: null,
      threads: [],
      ...preview,
    },
    script: router.state.matches.at(-1)?.staticData.script ?? null,
    head,
    html: written.slice(head.length),
    data: JSON.stringify(page),
  };
}

interface Needed {
  readonly paths: Set<string>;
  /** Resolves once an answer is missing and everything else that can be requested was requested. */
  readonly some: Promise<Needed>;
}

/** Answers requests from the given answers. A request without one is noted and never answered. */
function answersFrom({ answers }: RenderRequest): Needed {
  const paths = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<Needed>();
  const needed: Needed = { paths, some: promise };
  answerFrom(async (path) => {
    const known = answers[path];
    if (known !== undefined) return answerOf(known);
    if (paths.size === 0) setTimeout(() => resolve(needed));
    paths.add(path);
    return new Promise(() => undefined);
  });
  return needed;
}

function answerOf({ status, body }: RenderRequest['answers'][string]): Answer {
  return {
    ok: status >= 200 && status < 300,
    status,
    text: async () => body,
    json: async () => JSON.parse(body) as unknown,
    headers: { get: () => null },
  };
}

async function htmlOf(page: React.ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(page, {
    // Otherwise React moves large parts of the page to its end, and inline scripts put them in place.
    progressiveChunkSize: Infinity,
    onError: () => undefined,
  });
  const pieces: Buffer[] = [];
  for await (const piece of prelude) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces).toString('utf8');
}

function answered(queryClient: QueryClient): [key: readonly unknown[], data: unknown][] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** A page is rendered without answers that are late: in the browser, which requests them again, their queries have not failed. */
function removeLate(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ state }) => isApiError(state.error) && state.error.status === 503 });
}

/** Whether the page shows that nothing was found at its address. */
function isMissing(matches: readonly { readonly status: string }[], queryClient: QueryClient): boolean {
  const failures = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error);
  return (
    matches.some(({ status }) => status === 'notFound') ||
    failures.some((error) => isApiError(error) && error.isNotFound)
  );
}
