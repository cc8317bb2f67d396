/** An expected failure: a stable code for programs, a sentence for people. */
export class AppError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A setting is missing or wrong; the message says which and what to write. */
export class ConfigError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('config_invalid', message, options);
  }
}

/** A store or a foreign host did not answer in time or refused. Worth trying again. */
export class UnavailableError extends AppError {
  readonly service: string;

  constructor(service: string, message: string, options?: { cause?: unknown }) {
    super('unavailable', message, options);
    this.service = service;
  }
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
