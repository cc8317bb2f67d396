/** The project of docker-compose.yml in the engine that `run.ts` started. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { signalGroup } from '../../../dev-stores/tool.ts';
import { enter, inside, insideOrThrow, type Outcome, type RunOptions } from './engine.ts';

const NAME = 'sagasu';
/** Where `run.ts` writes what the checks need, inside the engine's root file system. */
const SETTINGS = '/checks';
const FILES = ['--file', 'docker-compose.yml', '--file', `${SETTINGS}/override.yml`, '--env-file', `${SETTINGS}/env`];

export interface Container {
  readonly id: string;
  /** `server-2` for the second container of `server`. */
  readonly name: string;
  readonly service: string;
  readonly isRunning: boolean;
  readonly exitCode: number;
  /** null for a container without a health check. */
  readonly health: string | null;
  /** Process number of the first process; 0 if the container does not run. */
  readonly pid: number;
  readonly startedAt: string;
  /** How often the restart policy has started it again. */
  readonly restarts: number;
}

/** A container started, ended or changed its health. */
export interface ContainerEvent {
  readonly service: string;
  /** `start`, `die` or `health_status: healthy`. */
  readonly action: string;
  readonly exitCode: string | undefined;
  /** Time in nanoseconds since 1970. */
  readonly at: bigint;
}

interface Inspected {
  readonly Id: string;
  readonly RestartCount: number;
  readonly Config: { readonly Labels: Readonly<Record<string, string>> };
  readonly State: {
    readonly Running: boolean;
    readonly ExitCode: number;
    readonly Pid: number;
    readonly StartedAt: string;
    readonly Health?: { readonly Status: string };
  };
}

export class Project {
  readonly #engine: number;
  readonly events: ContainerEvent[] = [];

  /** @param engine Process number of the engine. */
  constructor(engine: number) {
    this.#engine = engine;
  }

  /** `docker compose …` with every profile that `args` name. */
  async compose(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return inside(this.#engine, ['docker', 'compose', ...FILES, ...args], options);
  }

  /** @throws Error with its last lines when it fails. Returns what it printed to stdout. */
  async composeOrThrow(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return insideOrThrow(this.#engine, ['docker', 'compose', ...FILES, ...args], options);
  }

  async docker(...args: readonly string[]): Promise<string> {
    return insideOrThrow(this.#engine, ['docker', ...args]);
  }

  /** A command in the first container of a service, as an operator runs it. */
  async exec(service: string, ...command: readonly string[]): Promise<string> {
    return this.composeOrThrow(['exec', '--no-TTY', service, ...command]);
  }

  /** Every container, including ended ones. */
  async containers(...services: readonly string[]): Promise<readonly Container[]> {
    const filter = `label=com.docker.compose.project=${NAME}`;
    const ids = (await this.docker('ps', '--all', '--quiet', '--filter', filter)).split('\n').filter((id) => id !== '');
    if (ids.length === 0) return [];
    const inspected = JSON.parse(await this.docker('inspect', ...ids)) as readonly Inspected[];
    return inspected
      .map((one) => containerOf(one))
      .filter(({ service }) => services.length === 0 || services.includes(service))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The only container of a service. */
  async container(service: string): Promise<Container> {
    const [container, ...more] = await this.containers(service);
    if (container === undefined || more.length > 0) throw new Error(`${service} has not one container`);
    return container;
  }

  /** Sends the signal from the engine's machine, so that Docker does not know about it. */
  async signal(pid: number, signal: 'KILL' | 'STOP' | 'CONT'): Promise<void> {
    await insideOrThrow(this.#engine, ['kill', `-${signal}`, String(pid)]);
  }

  /** Lines of /proc/PID/status by name, of every process of a container. */
  async processes(container: Container): Promise<readonly ReadonlyMap<string, string>[]> {
    const pids = (await this.docker('top', container.id, '-o', 'pid')).trim().split('\n').slice(1);
    return Promise.all(
      pids.map(async (pid) => {
        const status = await insideOrThrow(this.#engine, ['cat', `/proc/${pid.trim()}/status`]);
        return new Map(
          status.split('\n').map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
        );
      }),
    );
  }

  /** Fills `events` until the returned function is called. */
  watch(): () => void {
    const filters = [
      'type=container',
      'event=start',
      'event=die',
      'event=health_status',
      `label=com.docker.compose.project=${NAME}`,
    ];
    const command = ['docker', 'events', '--format', 'json', ...filters.flatMap((filter) => ['--filter', filter])];
    // Includes its child, which `nsenter` starts in the PID namespace.
    const child = spawn('nsenter', enter(this.#engine, command), {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { Action, Actor, timeNano } = JSON.parse(line) as {
        Action: string;
        Actor: { Attributes: Record<string, string> };
        timeNano: number;
      };
      this.events.push({
        service: Actor.Attributes['com.docker.compose.service'] ?? '',
        action: Action,
        exitCode: Actor.Attributes['exitCode'],
        at: BigInt(timeNano),
      });
    });
    return () => signalGroup(child.pid ?? 0, 'SIGKILL');
  }
}

function containerOf({ Id, RestartCount, Config, State }: Inspected): Container {
  const label = (name: string) => Config.Labels[`com.docker.compose.${name}`] ?? '';
  return {
    id: Id,
    name: `${label('service')}-${label('container-number')}`,
    service: label('service'),
    isRunning: State.Running,
    exitCode: State.ExitCode,
    health: State.Health?.Status ?? null,
    pid: State.Pid,
    startedAt: State.StartedAt,
    restarts: RestartCount,
  };
}
