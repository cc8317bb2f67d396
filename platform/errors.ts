/** An expected failure, with a stable code for programs and a sentence for people. */
export class AppError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A setting is missing or wrong. The message names it and states valid values. */
export class ConfigError extends AppError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('config_invalid', message, options);
  }
}

/** Several settings are wrong. */
export class SettingsError extends ConfigError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

/** One sentence for each wrong setting. */
export function problemsOf(error: ConfigError): readonly string[] {
  return error instanceof SettingsError ? error.problems : [error.message];
}

/** A store or another host refused or did not answer in time. Worth trying again. */
export class UnavailableError extends AppError {
  /** Name of the store or host. */
  readonly service: string;

  constructor(service: string, message: string, options?: { cause?: unknown }) {
    super('unavailable', message, options);
    this.service = service;
  }
}

/** The thrown value itself when it is an Error, otherwise an Error with its text. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
