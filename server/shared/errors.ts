/** Errors that the API answers with a status below 500, wherever they are thrown. Messages are shown to the caller. */
import { AppError } from '../../platform/errors.ts';

/** 404. Content that is missing and content that must not be shown get the same error, so that callers cannot distinguish them. */
export class NotFoundError extends AppError {}

/** The request was understood and is refused; the caller can change or repeat it. */
export class RefusedError extends AppError {
  readonly status: 400 | 401 | 403 | 409 | 416 | 422 | 429 | 503;
  /** Sent as `Retry-After`; null sends none. */
  readonly retryAfterSeconds: number | null;

  constructor(status: RefusedError['status'], code: string, message: string, retryAfterSeconds: number | null = null) {
    super(code, message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 403: the sender's network is banned. */
export class BannedError extends RefusedError {
  /** Path of the page that shows the ban and takes an appeal. */
  readonly appeal: string;

  constructor(message: string, appeal: string) {
    super(403, 'banned', message);
    this.appeal = appeal;
  }
}

/** 400: the value of a board setting is invalid. */
export class SettingRefusedError extends RefusedError {
  readonly setting: string;
  /** Where in the value an expression is invalid, in UTF-16 code units; null for other faults. */
  readonly position: { readonly start: number; readonly end: number } | null;

  constructor(code: string, message: string, setting: string, position: SettingRefusedError['position']) {
    super(400, code, message);
    this.setting = setting;
    this.position = position;
  }
}

/** 400: values of these fields are invalid. */
export class FieldsRefusedError extends RefusedError {
  readonly fields: readonly { readonly field: string; readonly detail: string }[];

  constructor(code: string, fields: FieldsRefusedError['fields']) {
    super(400, code, `${fields.map(({ detail }) => detail).join('; ')}.`);
    this.fields = fields;
  }
}
