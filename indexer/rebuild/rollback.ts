import { AppError } from '../../platform/errors.ts';
import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import { swapIndices, restoreAliases, type SwapPorts } from './swap-indices.ts';

/** Short, because an admin is waiting, and standby indices get every write: only writes in progress can be missing. */
export const ROLLBACK_WAIT_MS = 1_500;

export class NoStandbyError extends AppError {
  constructor(board: string) {
    super(
      'no_standby',
      `/${board}/ has no indices from before the last rebuild: there is nothing to roll back to. They are kept for a limited time, and not at all if they lacked many posts that the rebuild has indexed`,
    );
  }
}

export interface RollbackPorts extends SwapPorts {
  readonly waitMs: number;
}

/** Makes the standby indices from before the last rebuild live again; the live ones become standby. */
export class Rollback implements TaskHandler {
  readonly #ports: RollbackPorts;

  constructor(ports: RollbackPorts) {
    this.#ports = ports;
  }

  async run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>> {
    const indices = recordedIndices(task) ?? (await this.#findStandby(task));
    // Recorded first: a worker that repeats the task must not roll back the rollback.
    await context.report({ step: 'swap', details: { indices } });
    await swapIndices(this.#ports, task, context, indices, this.#ports.waitMs);
    return { indices };
  }

  async undo(task: ClaimedTask): Promise<void> {
    await restoreAliases(this.#ports, task);
  }

  async #findStandby({ boardId, board }: ClaimedTask): Promise<readonly string[]> {
    const standby = (await this.#ports.sets.read(boardId)).filter(({ state }) => state === 'standby');
    if (standby.length === 0) throw new NoStandbyError(board);
    return standby.map(({ name }) => name);
  }
}

function recordedIndices({ step, details: { indices } }: ClaimedTask): readonly string[] | null {
  return step !== null && Array.isArray(indices) ? indices.map(String) : null;
}
