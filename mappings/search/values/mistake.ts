/** The reason why a value cannot be read. */
export class ValueMistake {
  readonly message: string;
  /** The corrected text of the whole field, such as `sha256:…` for `md5:…`. */
  readonly mendedField: string | null;

  constructor(message: string, mendedField: string | null = null) {
    this.message = message;
    this.mendedField = mendedField;
  }
}

/** Values of the index; one written value may stand for several. */
export type ReadValue = readonly string[] | ValueMistake;
