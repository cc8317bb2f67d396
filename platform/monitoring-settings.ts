/** Settings of logs and metrics; settings.ts lists them with the others. */
import { setting } from './setting.ts';
import { loopbackUrls, networks, oneOf, port, secret, text } from './setting-values.ts';

export const monitoring = {
  metricsPort: setting(
    'SAGASU_METRICS_PORT',
    port,
    '0',
    'Port for the metrics of the scraper or indexer; 0 disables it. With `npm start` the scraper uses this port and the indexer the next one, and 0 chooses free ports.',
  ),
  metricsHost: setting(
    'SAGASU_METRICS_HOST',
    text,
    '127.0.0.1',
    'Address on which the scraper and the indexer serve their metrics. 0.0.0.0 makes them reachable from the networks of SAGASU_METRICS_NETWORKS.',
  ),
  metricsNetworks: setting(
    'SAGASU_METRICS_NETWORKS',
    networks,
    '',
    'Addresses and networks in CIDR notation, separated by commas, whose clients may read the metrics of server, scraper and indexer, besides those on this machine. Requests that a proxy passes on to the server are refused.',
  ),
  metricsToken: setting(
    'SAGASU_METRICS_TOKEN',
    secret(32),
    null,
    'Token, at least 32 characters, with which clients from anywhere may read the metrics of server, scraper and indexer: `Authorization: Bearer TOKEN`. Use TLS between machines, since a token travels as it is.',
  ),
  metricsSources: setting(
    'SAGASU_METRICS_SOURCES',
    loopbackUrls,
    '',
    "Addresses on this machine, separated by commas, whose metrics the server's `/metrics` serves too, such as http://127.0.0.1:9101/metrics: one scraper and one indexer. `npm start` sets it.",
  ),
  logLevel: setting(
    'SAGASU_LOG_LEVEL',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'info',
    'Least severe messages to log: trace, debug, info, warn, error, fatal or silent.',
  ),
  logFormat: setting(
    'SAGASU_LOG_FORMAT',
    oneOf('json', 'pretty'),
    'json',
    'Format of the log: json, or pretty for people.',
  ),
};
