import type { ClaimedTask, TaskContext, TaskHandler } from '../tasks/ports.ts';
import { NoStandbyError } from './errors.ts';
import { exchangeIndices, straightenBoard, type ExchangePorts } from './swap-indices.ts';

/** An admin waits for it, and the standby indices have had every write: what is under way is all that can be missing. */
export const ROLLBACK_PATIENCE_MS = 1_500;

export interface RollbackPorts extends ExchangePorts {
  readonly patienceMs: number;
}

/** The indices of before the last rebuild take the place of the live ones, which become standby. */
export class Rollback implements TaskHandler {
  readonly #ports: RollbackPorts;

  constructor(ports: RollbackPorts) {
    this.#ports = ports;
  }

  async run(task: ClaimedTask, context: TaskContext): Promise<Readonly<Record<string, unknown>>> {
    const indices = noted(task) ?? (await this.#choose(task));
    // Noted first: whoever does it again must not roll back what was just rolled back.
    await context.note({ step: 'swap', details: { indices } });
    await exchangeIndices(this.#ports, task, context, indices, this.#ports.patienceMs);
    return { indices };
  }

  async undo(task: ClaimedTask): Promise<void> {
    await straightenBoard(this.#ports, task);
  }

  async #choose({ boardId, board }: ClaimedTask): Promise<readonly string[]> {
    const standby = (await this.#ports.sets.read(boardId)).filter(({ state }) => state === 'standby');
    if (standby.length === 0) throw new NoStandbyError(board);
    return standby.map(({ name }) => name);
  }
}

function noted({ step, details: { indices } }: ClaimedTask): readonly string[] | null {
  return step !== null && Array.isArray(indices) ? indices.map(String) : null;
}
