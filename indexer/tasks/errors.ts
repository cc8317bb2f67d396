import { AppError } from '../../platform/errors.ts';

/** Another worker has the task now. */
export class TaskLostError extends AppError {
  constructor(id: number) {
    super('task_lost', `task ${id} belongs to another worker`);
  }
}

/** The task is to stop here; the context knows why. */
export class TaskStoppedError extends AppError {
  constructor() {
    super('task_stopped', 'the task was stopped');
  }
}
