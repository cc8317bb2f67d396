import { AppError } from '../platform/errors.ts';

export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
}

const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END = '\u0004';
const ERASE = /[\b\u007F]/;

/**
 * Reads a password: typed twice without echo on a terminal, otherwise the first line of the input. A password is never an
 * argument, because arguments appear in the shell's history and in process lists.
 * @throws AppError `password_missing`, `password_mismatch`, or `interrupted` after Ctrl-C.
 */
export async function readPassword(terminal: Terminal): Promise<string> {
  const lines = terminal.input.isTTY ? await readTyped(terminal) : [await readFirstLine(terminal.input)];
  const [password = '', again = password] = lines;
  if (password === '') throw new AppError('password_missing', 'no password was given');
  if (password !== again) throw new AppError('password_mismatch', 'the two passwords differ');
  return password;
}

async function readFirstLine(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  for await (const chunk of input.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/)[0] ?? '';
}

async function readTyped({ input, output }: Terminal): Promise<string[]> {
  const questions = ['Password: ', 'Repeat the password: '];
  const lines: string[] = [];
  let line: string[] = [];
  input.setEncoding('utf8').setRawMode(true);
  output.write(questions[0] ?? '');
  try {
    for await (const chunk of input) {
      // Arrows and other keys without a character arrive as a chunk of their own.
      if (String(chunk).startsWith('\u001B')) continue;
      for (const typed of String(chunk)) {
        if (typed === INTERRUPT || (typed === END && line.length === 0)) {
          throw new AppError('interrupted', 'interrupted; nothing was changed');
        }
        if (ERASE.test(typed)) line.pop();
        else if (!ENTER.test(typed)) line.push(typed);
        else {
          lines.push(line.join(''));
          line = [];
          output.write(`\n${questions[lines.length] ?? ''}`);
          if (lines.length === questions.length) return lines;
        }
      }
    }
    return lines;
  } finally {
    input.setRawMode(false);
    output.write(lines.length === questions.length ? '' : '\n');
  }
}
