import { AppError } from '../../platform/errors.ts';

/** The request cannot be done, and whoever asked can do something about it. The message is shown to them. */
export class RefusedError extends AppError {
  readonly status: 400 | 401 | 403 | 409 | 416 | 422 | 429 | 503;
  readonly retryAfterSeconds: number | null;

  constructor(status: RefusedError['status'], code: string, message: string, retryAfterSeconds: number | null = null) {
    super(code, message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A setting of a board that cannot be so. */
export class SettingRefusedError extends RefusedError {
  readonly setting: string;
  /** In the value, where an expression is wrong. */
  readonly position: { readonly start: number; readonly end: number } | null;

  constructor(code: string, message: string, setting: string, position: SettingRefusedError['position']) {
    super(400, code, message);
    this.setting = setting;
    this.position = position;
  }
}
