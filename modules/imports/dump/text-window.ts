/** The part of a file that is in memory. One character is one byte. */
import { MAX_ROW } from './text-rows.ts';

/** The initial amount of text to read before an incomplete row is scanned again. */
const SMALL = 256 * 1024;

export class TextWindow {
  text = '';
  /** The position up to which the text was read. */
  at = 0;
  /** Text up to this length is not scanned again. */
  #enough = 0;
  #line = 1;

  /** True if there is enough text to continue. */
  push(chunk: Buffer): boolean {
    if (this.at > 0) {
      this.#line += countOf('\n', this.text, 0, this.at);
      this.text = this.text.slice(this.at);
      this.at = 0;
    }
    this.text += chunk.toString('latin1');
    return this.text.length >= this.#enough;
  }

  /** The rest is incomplete. The threshold doubles, so that a row of any length is scanned only a few times. */
  wait(): void {
    this.#enough = this.waiting > SMALL ? Math.min(2 * this.waiting, MAX_ROW + 1) : 0;
  }

  get waiting(): number {
    return this.text.length - this.at;
  }

  get isTooLong(): boolean {
    return this.waiting > MAX_ROW;
  }

  /** The number of the next line, from 1. */
  get line(): number {
    return this.#line + countOf('\n', this.text, 0, this.at);
  }

  /** Leaves out an incomplete last line. */
  dropLastLine(): void {
    this.text = this.text.slice(0, this.text.lastIndexOf('\n') + 1);
    this.at = Math.min(this.at, this.text.length);
  }

  move(to: number): true {
    this.at = to;
    return true;
  }

  /** Moves behind the next occurrence of the character; false if the text lacks it. */
  movePast(sign: string, from: number): boolean {
    const found = this.text.indexOf(sign, from);
    return found !== -1 && this.move(found + sign.length);
  }
}

function countOf(sign: string, text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf(sign, from); at !== -1 && at < to; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
