import { AppError } from '../platform/errors.ts';

/** A control request that the demo does not carry out; `status` is its HTTP answer. */
export class DemoRefusal extends AppError {
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(code, message);
    this.status = status;
  }
}
