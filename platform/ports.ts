/** Ports that Sagasu and its stores listen on: the settings that choose them, and checks if another program uses one. */
import { createServer } from 'node:net';
import { AppError } from './errors.ts';

export interface PortUse {
  readonly port: number;
  /** The program that listens on it, e.g. PostgreSQL. */
  readonly title: string;
  /** Name of the setting that chooses the port. */
  readonly setting: string;
  /** Name of the setting that names a running store instead; absent if the program is not a store. */
  readonly url?: string;
}

/** Another program has the port. The message names the port, the program that needs it, and the setting that chooses it. */
export class PortTakenError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('port_taken', message, options);
  }
}

/** The problem as a sentence; null when the port is free on the address. */
export async function portProblem(use: PortUse, host = '127.0.0.1'): Promise<string | null> {
  if (use.port < 1 || use.port > 65_535) return `${use.title} cannot listen on port ${use.port}: ${adviceOf(use)}.`;
  const code = await new Promise<string | null>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    probe.listen({ port: use.port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
  return code === null ? null : sentenceOf(use, code);
}

/** @throws PortTakenError */
export async function assertPortFree(use: PortUse, host?: string): Promise<void> {
  const problem = await portProblem(use, host);
  if (problem !== null) throw new PortTakenError(problem);
}

/** The error of `listen`; a PortTakenError if another program has the port. */
export function listenError(error: NodeJS.ErrnoException, use: PortUse): Error {
  return error.code === 'EADDRINUSE' ? new PortTakenError(sentenceOf(use, error.code), { cause: error }) : error;
}

function sentenceOf(use: PortUse, code: string): string {
  const why = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be opened (${code})`;
  return `Port ${use.port}, on which ${use.title} would listen, ${why}: ${adviceOf(use)}.`;
}

function adviceOf({ setting, url, title }: PortUse): string {
  const other = url === undefined ? '' : `, or set ${url} to a running ${title}`;
  return `stop that program, or set ${setting} to a free port${other}`;
}

/** One sentence for each port that two of the uses share. */
export function sharedPorts(uses: readonly PortUse[]): string[] {
  return uses.flatMap((use, index) => {
    const first = uses.slice(0, index).find(({ port }) => port === use.port);
    if (first === undefined) return [];
    const settings = [...new Set([first.setting, use.setting])].join(' or ');
    const who = first.title === use.title ? `${use.title} twice` : `${first.title} and ${use.title}`;
    return [`Port ${use.port} would be used by ${who}: set ${settings} to another port.`];
  });
}
