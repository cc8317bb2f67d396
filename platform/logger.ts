import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/**
 * Logs to stderr, one JSON object per line unless `SAGASU_LOG_FORMAT=pretty`. At level info and above, neither query texts
 * nor addresses of readers may be logged.
 */
export function createLogger(config: Pick<Config, 'logLevel' | 'logFormat'>, name: string): Logger {
  const options = { name, level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] };
  if (config.logFormat === 'pretty') {
    return pino({
      ...options,
      transport: { target: 'pino-pretty', options: { destination: 2, ignore: 'pid,hostname' } },
    });
  }
  return pino(options, pino.destination({ fd: 2, sync: false }));
}
