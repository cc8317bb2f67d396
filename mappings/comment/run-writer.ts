/**
 * The text since the last token, as it is read: `\n` in it is a `<br>` or the edge of a block, and nothing else. White
 * space follows HTML where lines begin and end; within a line it stays as the source has it.
 */
export class RunWriter {
  #text = '';
  #atLineStart = true;
  /** What must stand before the next text: the edge of a block, or a line end of the source, which is a space. */
  #owed: '' | ' ' | '\n' = '';
  #afterBlock = false;

  /** Text of the source, entities decoded. */
  write(text: string): void {
    if (!LINE_END.test(text)) return this.#append(text);
    const flat = text.replace(/[ \t\r\n]+/g, (space) => (LINE_END.test(space) ? '\n' : space));
    if (flat.startsWith('\n')) this.#owe(' ');
    this.#append(flat.replace(/^\n|\n$/g, '').replaceAll('\n', ' '));
    if (flat.endsWith('\n')) this.#owe(' ');
  }

  /** Text in which line ends count, such as code. */
  writeVerbatim(text: string): void {
    this.#append(text.replace(/\r\n?/g, '\n'));
  }

  /** A `<br>`. Right after a block it ends the block's line and no other. */
  lineBreak(): void {
    if (!this.#afterBlock) this.#text += this.#owed === '\n' ? '\n\n' : '\n';
    this.#afterBlock = false;
    this.#owed = '';
    this.#atLineStart = true;
  }

  /** Where a paragraph or the like starts or ends. */
  edge(): void {
    this.#owe('\n');
  }

  /** A paragraph that is empty and takes a line all the same. */
  emptyLine(): void {
    this.settle();
    this.#atLineStart = false;
    this.#owe('\n');
  }

  /** Writes what is owed: a token starts here. */
  settle(): void {
    if (this.#owed === '\n') this.#atLineStart = true;
    this.#text += this.#owed;
    this.#owed = '';
    this.#afterBlock = false;
  }

  /** A block token ends here. */
  endBlock(): void {
    this.#owed = '';
    this.#atLineStart = true;
    this.#afterBlock = true;
  }

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

  #owe(space: ' ' | '\n'): void {
    if (!this.#atLineStart && this.#owed !== '\n') this.#owed = space;
  }
}

const LINE_END = /[\r\n]/;
