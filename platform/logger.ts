import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/** One line an event, JSON on stderr unless `SAGASU_LOG_FORMAT=pretty`. Query texts and addresses are not logged at info. */
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
