# One image for all processes; the command selects the process. Node runs the TypeScript files directly; only web/ is built.

FROM node:26-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY modules/contributions/client/package.json modules/contributions/client/
# Without install scripts, which would download Node and PostgreSQL binaries that the image does not need.
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY client client
COPY mappings mappings
COPY modules modules
COPY web web
RUN node node_modules/vite/bin/vite.js build web && \
    node node_modules/vite/bin/vite.js build web --ssr src/app/server.tsx --outDir dist/server

FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY modules/contributions/client/package.json modules/contributions/client/
RUN npm ci --ignore-scripts --omit=dev

FROM node:26-slim
ENV NODE_ENV=production \
    SAGASU_HOST=0.0.0.0 \
    SAGASU_DATA=/data \
    HEALTH_URL=http://127.0.0.1:8080/livez
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY mappings mappings
COPY platform platform
COPY store store
COPY scraper scraper
COPY archive-export archive-export
COPY backup backup
COPY indexer indexer
COPY server server
COPY modules modules
COPY demo demo
COPY dev-stores dev-stores
COPY cli cli
COPY --from=pages /app/web/dist web/dist
USER node
EXPOSE 8080
# Each service sets its own HEALTH_URL; see docker-compose.yml.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
    CMD ["node", "-e", "fetch(process.env.HEALTH_URL).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
