/** The part of a file that is in memory: one character is one byte. */
import { MAX_ROW } from './text-rows.ts';

/** So much may wait for the rest of its row without being looked at again and again. */
const SMALL = 256 * 1024;

export class TextWindow {
  text = '';
  /** Up to where it was read. */
  at = 0;
  /** Text up to this length is not worth another look. */
  #enough = 0;
  #line = 1;

  /** Whether there is enough text to go on. */
  push(chunk: Buffer): boolean {
    if (this.at > 0) {
      this.#line += countOf('\n', this.text, 0, this.at);
      this.text = this.text.slice(this.at);
      this.at = 0;
    }
    this.text += chunk.toString('latin1');
    return this.text.length >= this.#enough;
  }

  /** The rest is the beginning of something. Twice as much the next time: a row of any length is scanned a few times only. */
  wait(): void {
    this.#enough = this.waiting > SMALL ? Math.min(2 * this.waiting, MAX_ROW + 1) : 0;
  }

  get waiting(): number {
    return this.text.length - this.at;
  }

  get isTooLong(): boolean {
    return this.waiting > MAX_ROW;
  }

  /** Of what is read next, from 1. */
  get line(): number {
    return this.#line + countOf('\n', this.text, 0, this.at);
  }

  /** Without what has no end of a line yet. */
  dropLastLine(): void {
    this.text = this.text.slice(0, this.text.lastIndexOf('\n') + 1);
    this.at = Math.min(this.at, this.text.length);
  }

  move(to: number): true {
    this.at = to;
    return true;
  }

  /** Moves behind the next sign; false if it is not here. */
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
