/** Builds the server application without a process: tests call it with `inject`, main.ts lets it listen. */
import { fileURLToPath } from 'node:url';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER, requestIdFrom } from '../platform/request-id.ts';
import { accessPlugin } from './http/access.ts';
import { answerClientError } from './http/plugins/client-errors.ts';
import { compressionPlugin } from './http/plugins/compression.ts';
import { readableForwardedFor } from './http/forwarded-for.ts';
import { foreignProxiesPlugin } from './http/plugins/foreign-proxies.ts';
import { gracefulClosePlugin } from './http/plugins/graceful-close.ts';
import { addMissingHeaders, headersPlugin } from './http/plugins/headers.ts';
import { heldAnswersPlugin, type HeldLimits } from './http/plugins/held-answers.ts';
import { metricsPlugin, type MetricsOptions } from './http/plugins/metrics.ts';
import { openapiPlugin } from './http/plugins/openapi.ts';
import { problemsPlugin, sendError } from './http/plugins/problems.ts';
import { requestIdPlugin } from './http/plugins/request-id.ts';
import { RequestLog } from './http/plugins/request-log.ts';
import { schemasPlugin } from './http/plugins/schemas.ts';
import { buildSerializer } from './http/plugins/serializers.ts';
import { buildValidator } from './http/plugins/validators.ts';
import { registerRoutes } from './http/routes/all-routes.ts';
import { createServices, type ServiceOptions } from './http/services.ts';
import { MODULES } from './modules.ts';

export interface ServerOptions extends ServiceOptions {
  readonly logger?: FastifyBaseLogger;
  /** Addresses of other processes on this machine, whose metrics are served too. */
  readonly metricsSources?: readonly string[];
  /** Networks whose clients may read the metrics; none by default. */
  readonly metricsNetworks?: readonly string[];
  /** Clients with this token may read the metrics; null by default. */
  readonly metricsToken?: string | null;
  /** For tests; by default `HELD_LIMITS`. */
  readonly heldAnswers?: HeldLimits;
  /** Folder of the built pages. */
  readonly webRoot?: string;
  /** Threads that render pages. For tests; by default two, so that one slow page does not delay the others. */
  readonly renderThreads?: number;
}

const WEB_ROOT = fileURLToPath(new URL('../web/dist', import.meta.url));

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = createApp(options.logger, options.config.trustedProxies);
  const services = createServices(options, app.log, MODULES);
  app.addHook('onReady', async () => void services.postgres.run());
  app.addHook('onReady', async () => services.storeStates.run());
  app.addHook('onClose', async () => services.storeStates.close());
  app.addHook('onClose', async () => services.postgres.close());
  app.addHook('onClose', async () => services.datastores.close());
  await app.register(foreignProxiesPlugin, {
    redis: options.redis,
    queuePrefix: options.config.queuePrefix,
    clock: options.clock,
  });
  await registerPlugins(app, metricsOptionsOf(options), options.heldAnswers);
  await registerRoutes(app, services, { root: options.webRoot ?? WEB_ROOT, renderThreads: options.renderThreads ?? 2 });
  return app;
}

function metricsOptionsOf(options: ServerOptions): MetricsOptions {
  const {
    metrics: registry,
    metricsSources: sources = [],
    metricsNetworks: networks = [],
    metricsToken = null,
  } = options;
  return { registry, sources, networks, token: metricsToken };
}

/** Fastify's timeouts are off by default. Searches have a shorter one of their own (SAGASU_SEARCH_TIMEOUT_MS). */
const CONNECTION_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** From request to answer; answered with 503 `timed_out`. Routes that send files and exports set a longer one. */
const HANDLER_TIMEOUT_MS = 20_000;
/** The longest body is a list of boards. */
const BODY_LIMIT_BYTES = 65_536;

function createApp(logger: FastifyBaseLogger | undefined, trustedProxies: readonly string[]): FastifyInstance {
  const app = withOptions(logger, trustedProxies);
  // Runs before any other hook reads `request.ip`, which Fastify takes from this header.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const written = headers['x-forwarded-for'];
    const readable = written === undefined ? null : readableForwardedFor([written].flat().join());
    if (readable === null) delete headers['x-forwarded-for'];
    else headers['x-forwarded-for'] = readable;
    done();
  });
  return app;
}

function withOptions(logger: FastifyBaseLogger | undefined, trustedProxies: readonly string[]): FastifyInstance {
  return fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new RequestLog(),
    genReqId: ({ headers }) => requestIdFrom(headers[REQUEST_ID_HEADER]),
    // For `request.ip` only. Fastify also takes `host`, `hostname` and `protocol` from headers of these proxies, and some proxies pass
    // these headers on as clients sent them. None of our code reads those three (`Site.of` reads the Host header).
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    // With strictNumbers, 1e400 would become Infinity and then pass every maximum.
    ajv: { customOptions: { coerceTypes: true, removeAdditional: false, strictNumbers: false } },
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
    clientErrorHandler: answerClientError,
    // Our graceful-close plugin refuses requests while the server closes, with all headers.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // Fastify runs no hooks for an address that it cannot decode, so the headers plugin has not run.
      addMissingHeaders(reply);
      sendError(error, request, reply);
    },
  });
}

/** Plugins that apply to every route, in the order in which their hooks run. */
async function registerPlugins(app: FastifyInstance, metrics: MetricsOptions, held?: HeldLimits): Promise<void> {
  await app.register(requestIdPlugin);
  await app.register(accessPlugin);
  await app.register(gracefulClosePlugin);
  await app.register(problemsPlugin);
  await app.register(metricsPlugin, metrics);
  await app.register(headersPlugin);
  await app.register(compressionPlugin);
  await app.register(heldAnswersPlugin, { registry: metrics.registry, ...(held !== undefined && { limits: held }) });
  await app.register(schemasPlugin, { contracts: MODULES.flatMap(({ contract }) => contract ?? []) });
  await app.register(openapiPlugin, { tags: MODULES.flatMap(({ tags }) => tags ?? []) });
}
