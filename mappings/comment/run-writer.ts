/**
 * Collects the text since the last token. In the collected text `\n` stands for a `<br>` or the edge of a block only. White
 * space at the beginning and end of lines is treated as in HTML; within a line it is kept.
 */
export class RunWriter {
  #text = '';
  #atLineStart = true;
  /** Pending white space before the next text: `\n` for the edge of a block, a space for a line end of the source. */
  #pending: '' | ' ' | '\n' = '';
  #afterBlock = false;

  /** Adds text of the source, with entities decoded. */
  write(text: string): void {
    if (!LINE_END.test(text)) return this.#append(text);
    const flat = text.replace(/[ \t\r\n]+/g, (space) => (LINE_END.test(space) ? '\n' : space));
    if (flat.startsWith('\n')) this.#addPending(' ');
    this.#append(flat.replace(/^\n|\n$/g, '').replaceAll('\n', ' '));
    if (flat.endsWith('\n')) this.#addPending(' ');
  }

  /** Adds text whose line ends are significant, such as code. */
  writeVerbatim(text: string): void {
    this.#append(text.replace(/\r\n?/g, '\n'));
  }

  /** Adds a `<br>`. Directly after a block it only ends the line of the block. */
  lineBreak(): void {
    if (!this.#afterBlock) this.#text += this.#pending === '\n' ? '\n\n' : '\n';
    this.#afterBlock = false;
    this.#pending = '';
    this.#atLineStart = true;
  }

  /** Marks the start or end of a block element, such as a paragraph. */
  edge(): void {
    this.#addPending('\n');
  }

  /** Adds a line for an empty paragraph. */
  emptyLine(): void {
    this.settle();
    this.#atLineStart = false;
    this.#addPending('\n');
  }

  /** Writes pending white space. Call it before a token starts. */
  settle(): void {
    if (this.#pending === '\n') this.#atLineStart = true;
    this.#text += this.#pending;
    this.#pending = '';
    this.#afterBlock = false;
  }

  /** Call it after a block token has ended. */
  endBlock(): void {
    this.#pending = '';
    this.#atLineStart = true;
    this.#afterBlock = true;
  }

  /** Returns the collected text and starts a new run. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #append(text: string): void {
    if (text === '') return;
    this.settle();
    this.#text += text;
    this.#atLineStart = false;
  }

  #addPending(space: ' ' | '\n'): void {
    if (!this.#atLineStart && this.#pending !== '\n') this.#pending = space;
  }
}

const LINE_END = /[\r\n]/;
